"""What a policy can do wrong. The kernel stops the game with one of these codes; users see the sentence."""

(
    NO_FAULT,
    BAD_MODIFIER,
    BAD_ACTION,
    BAD_LINE,
    BAD_DIE,
    BAD_COLOUR,
    BAD_HALF,
    BAD_ROW,
    BAD_REWARD,
    BAD_X,
    BAD_FACTION,
    BAD_HIRE,
    BAD_ABILITY,
    BAD_BOX,
) = range(14)

SENTENCES = {
    BAD_MODIFIER: "choose_modifier named a change that no filled box allows, or did not come to an end",
    BAD_ACTION: "choose_action named an action that is not legal",
    BAD_LINE: "choose_line named an edge that is not there or is drawn already",
    BAD_DIE: "choose_die or choose_first named a die that does not lie there",
    BAD_COLOUR: "choose_colour or choose_prediction named a colour that cannot be chosen",
    BAD_HALF: "choose_half named a half that does not exist",
    BAD_ROW: "choose_row named a row in which the number does not fit",
    BAD_REWARD: "choose_reward named a reward that is not possible",
    BAD_X: "choose_x named a place that is not free",
    BAD_FACTION: "choose_faction named a faction without a free icon",
    BAD_HIRE: "choose_hire named an ability that cannot be hired",
    BAD_ABILITY: "choose_ability named an ability that cannot be used now",
    BAD_BOX: "choose_box named a kind of box without a free one",
}
