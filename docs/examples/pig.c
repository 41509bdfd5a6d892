/* Pig, the dice game of roll or hold, as a program that fatecast can play: see docs/reference/game-protocol.md.

   cc -O2 -o pig docs/examples/pig.c
   fatecast run --game 'cmd:./pig' --policy hold,random --players 2-4 --games 20000 --out pig-in-c              */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 500, SEATS = 6, MOST = 1 << 15 };

static const char *HELLO =
    "{\"protocol\":1,\"name\":\"pig-in-c\",\"title\":\"Pig in C\",\"kind\":\"competitive\",\"version\":1,\"replay\":true,"
    "\"fork\":true,\"open_information\":true,"
    "\"axes\":[{\"name\":\"policy\",\"role\":\"skill\",\"values\":[\"random\",\"hold\"],\"default\":[\"hold\"],\"help\":\"Who plays.\"},"
    "{\"name\":\"players\",\"role\":\"size\",\"values\":[2,3,4,5,6],\"help\":\"How many play, 2-6.\"}],"
    "\"parameters\":[{\"name\":\"goal\",\"default\":100,\"low\":10,\"high\":200,\"meaning\":\"How many points win.\"},"
    "{\"name\":\"at\",\"default\":20,\"low\":2,\"high\":200,\"meaning\":\"Points of a turn at which hold holds.\"},"
    "{\"name\":\"chance\",\"default\":0.2,\"low\":0.0,\"high\":1.0,\"meaning\":\"How likely random holds after a roll.\"}],"
    "\"columns\":[{\"name\":\"winners\",\"most\":63,\"meaning\":\"the winner, one bit a seat: 1 the first, 2 the second\"},"
    "{\"name\":\"turns\",\"most\":500,\"meaning\":\"turns of all players\"},{\"name\":\"rolls\",\"most\":65535,\"meaning\":\"rolls of the die\"},"
    "{\"name\":\"decisions\",\"most\":65535,\"meaning\":\"times a player could choose\"},"
    "{\"name\":\"end\",\"values\":[\"goal\",\"time-out\"],\"meaning\":\"how the game ended\"}]}";

static enum { RESULT, STORY, DECISIONS } telling;
static int players, goal, at, is_random, told;
static double chance;
static uint64_t seed, game;

/* A game goes on in another way from the decision after those that were chosen before: it may have the luck of another
   game from there on, other players, and a choice that is tried. */
static uint64_t chosen[MOST], lucks[MOST], tries[MOST];
static int decided, tried, on_other_luck, is_random_then;
static uint64_t luck_then, try_then;

/* Luck belongs to what it decides: roll k of a seat's turn is the same roll, whatever else is changed about the game. */
static uint64_t luck(uint64_t stream, uint64_t seat, uint64_t turn, uint64_t k) {
    uint64_t key[] = {seed, game, stream, seat, turn, k}, x = 0;
    for (int i = 0; i < 6; i++) {
        x = (x ^ key[i]) + 0x9E3779B97F4A7C15u;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
        x = (x ^ x >> 27) * 0x94D049BB133111EBu;
        x ^= x >> 31;
    }
    return x;
}

static void tell(int turn, int seat, const char *what, int points) {
    if (telling == STORY) told++, printf("{\"turn\":%d,\"text\":\"Turn %d, seat %d %s %d.\"}\n", turn, turn, seat + 1, what, points);
}

/* Whether a seat holds: its policy decides, unless it is said what is chosen. All is told that the seat has been shown. */
static int holds(int seat, int own, int k, int total, const int *score, int decision) {
    int policy, choice;
    if (decision == decided) {
        is_random = is_random_then;
        if (on_other_luck) game = luck_then;
    }
    policy = is_random ? luck(1, seat, own, k) * 0x1p-64 < chance : total >= at;
    choice = decision < decided ? (int)chosen[decision] : decision == decided && tried ? (int)try_then : policy;
    if (telling == DECISIONS) {
        told++, printf("{\"seat\":%d,\"choices\":2,\"chosen\":%d,\"view\":\"turn %d, roll %d: %d;", seat, choice, own, k, total);
        for (int i = 0; i < players; i++) printf(" %d", score[i]);
        puts("\"}");
    }
    return choice;
}

static void play(void) {
    int score[SEATS] = {0}, turns = 0, rolls = 0, decisions = 0, winner = -1;
    while (winner < 0 && turns < LIMIT) {
        int seat = turns % players, own = turns++ / players, total = 0;
        for (int k = 0;; k++) {
            int face = 1 + (int)(luck(0, seat, own, k) % 6), done;
            rolls++;
            tell(turns, seat, "rolls", face);
            if (face == 1) break;
            total += face;
            done = score[seat] + total >= goal;
            if (!done) done = holds(seat, own, k, total, score, decisions++);
            if (!done) continue;
            tell(turns, seat, "holds and has", score[seat] += total);
            if (score[seat] >= goal) winner = seat;
            break;
        }
    }
    if (telling == RESULT) printf("[%d,%d,%d,%d,%d]\n", winner < 0 ? 0 : 1 << winner, turns, rolls, decisions, winner < 0);
}

/* The value behind a name in the question. Questions have no spaces, so this is all the JSON that Pig must understand. */
static const char *value(const char *question, const char *name) {
    const char *found = strstr(question, name);
    return found ? found + strlen(name) + (found[strlen(name)] == '"') : "0";
}

/* The numbers of a list such as [1,0,1]. */
static int list(const char *question, const char *name, uint64_t *numbers) {
    const char *text = value(question, name);
    char *end;
    int count = 0;
    while (count < MOST && (*text == '[' || *text == ',') && text[1] != ']') numbers[count++] = strtoull(text + 1, &end, 10), text = end;
    return count;
}

/* Play a game in other ways: on each luck, or on its own, with each choice that is tried, or with that of the policy. */
static int fork_game(const char *question) {
    uint64_t index = game;
    int was_random = is_random, last_luck = list(question, "\"luck\":", lucks), last_try = list(question, "\"tries\":", tries), games = 0;
    on_other_luck = last_luck > 0, tried = last_try > 0;
    for (int i = 0; i < last_luck + !on_other_luck; i++)
        for (int j = 0; j < last_try + !tried; j++, games++) {
            game = index, is_random = was_random, luck_then = lucks[i], try_then = tries[j];
            play();
        }
    return games;
}

int main(void) {
    static char question[1 << 16];
    while (fgets(question, sizeof question, stdin)) {
        uint64_t first = strtoull(value(question, "\"first\":"), 0, 10), last = strtoull(value(question, "\"last\":"), 0, 10);
        players = atoi(value(question, "\"players\":"));
        goal = atoi(value(question, "\"goal\":"));
        at = atoi(value(question, "\"at\":"));
        chance = atof(value(question, "\"chance\":"));
        is_random = !strncmp(value(question, "\"policy\":"), "random", 6);
        seed = strtoull(value(question, "\"seed\":"), 0, 10);
        is_random_then = strstr(question, "\"by\":") ? !strncmp(value(question, "\"by\":"), "random", 6) : is_random;
        decided = list(question, "\"chosen\":", chosen);
        game = strtoull(value(question, "\"index\":"), 0, 10);
        telling = RESULT, told = tried = on_other_luck = 0;
        if (strstr(question, "\"ask\":\"hello\"")) {
            puts(HELLO);
        } else if (strstr(question, "\"ask\":\"play\"")) {
            for (uint64_t index = first; index < last; index++) game = index, play();
            printf("{\"done\":%" PRIu64 "}\n", last - first);
        } else if (strstr(question, "\"ask\":\"replay\"")) {
            telling = STORY;
            play();
            printf("{\"done\":%d}\n", told);
        } else if (strstr(question, "\"ask\":\"fork\"")) {
            printf("{\"done\":%d}\n", fork_game(question));
        } else if (strstr(question, "\"ask\":\"decisions\"")) {
            telling = DECISIONS;
            fork_game(question);
            printf("{\"done\":%d}\n", told);
        } else {
            puts("{\"error\":\"unknown question\"}");
        }
        fflush(stdout);
    }
}
