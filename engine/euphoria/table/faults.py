"""What a policy can do wrong. The kernel stops the game with one of these codes; users see the sentence."""

(
    NO_FAULT,
    BAD_ARTIFACT_PHASE,
    BAD_ACTION,
    BAD_EXPOSURE,
    BAD_TARGET,
    BAD_REACTION,
    BAD_PLAYER,
    BAD_RECRUIT,
) = range(8)

SENTENCES = {
    BAD_ARTIFACT_PHASE: "choose_artifact named something that cannot be done in the artifact phase",
    BAD_ACTION: "choose_action named an action that is not legal",
    BAD_EXPOSURE: "choose_exposure named a recruit that is not one of the player's own hidden ones",
    BAD_TARGET: "choose_target named a player who cannot be aimed at",
    BAD_REACTION: "choose_reaction named an artifact that cannot be used now",
    BAD_PLAYER: "choose_player named a player who cannot be chosen",
    BAD_RECRUIT: "choose_recruit named a recruit that cannot be chosen",
}
