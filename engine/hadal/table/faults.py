"""What a policy can do wrong. The kernel stops the game with one of these codes; users see the sentence."""

(
    NO_FAULT,
    BAD_LOCATION,
    BAD_CARD,
    BAD_ACTION,
    BAD_EXTRAS,
    BAD_GROUP_TEST,
    BAD_BROKEN,
    BAD_REFRESH,
    BAD_RECEIVER,
) = range(9)

SENTENCES = {
    BAD_LOCATION: "choose_location named a location that has neither an unread card nor an open test",
    BAD_CARD: "choose_card named a card that does not lie in the panorama",
    BAD_ACTION: "choose_action named an action that is not legal, or a card that does not lie in the panorama",
    BAD_EXTRAS: "choose_extras pays more than an agent may pay",
    BAD_GROUP_TEST: "choose_group_test named a test that the group conflict does not have",
    BAD_BROKEN: "choose_broken named something that is not possible",
    BAD_REFRESH: "choose_refresh named a refresh that is not possible",
    BAD_RECEIVER: "choose_receiver named an agent that cannot take another Azrak",
}
