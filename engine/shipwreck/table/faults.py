"""What a policy can do wrong. The kernel stops the game with one of these codes; users see the sentence."""

(
    NO_FAULT,
    BAD_BEFORE_PLAY,
    BAD_SLIP,
    BAD_PLAY,
    BAD_THEFT,
    BAD_AFTER_PLAY,
    BAD_GROUP_POWER,
    BAD_PREDICTION,
    BAD_EXILE,
    BAD_LUCK,
) = range(10)

SENTENCES = {
    BAD_BEFORE_PLAY: "before_play ordered a power that cannot be used that way before a play",
    BAD_SLIP: "choose_slip named a move that is not an illegal move of the hand",
    BAD_PLAY: "choose_play named a move that is not legal",
    BAD_THEFT: "choose_theft named a fate that cannot be stolen",
    BAD_AFTER_PLAY: "after_play ordered a power that cannot be used that way after a play",
    BAD_GROUP_POWER: "before_prediction ordered a power that cannot be used that way before a prediction",
    BAD_PREDICTION: "predict named more values than there are guesses, or values that no fate has",
    BAD_EXILE: "after_correct ordered a power that cannot be used that way after a correct prediction",
    BAD_LUCK: "the stacked bag has no such fate left to draw",
}
