/* Pig, the dice game of roll or hold, as a program that fatecast can play: see docs/reference/game-protocol.md.

   cc -O2 -o pig docs/examples/pig.c
   fatecast run --game 'cmd:./pig' --policy hold,random --players 2-4 --games 20000 --out pig-in-c              */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 500, SEATS = 6 };

static const char *HELLO =
    "{\"protocol\":1,\"name\":\"pig-in-c\",\"title\":\"Pig in C\",\"kind\":\"competitive\",\"version\":1,\"replay\":true,"
    "\"axes\":[{\"name\":\"policy\",\"role\":\"skill\",\"values\":[\"random\",\"hold\"],\"default\":[\"hold\"],\"help\":\"Who plays.\"},"
    "{\"name\":\"players\",\"role\":\"size\",\"values\":[2,3,4,5,6],\"help\":\"How many play, 2-6.\"}],"
    "\"parameters\":[{\"name\":\"goal\",\"default\":100,\"low\":10,\"high\":200,\"meaning\":\"How many points win.\"},"
    "{\"name\":\"at\",\"default\":20,\"low\":2,\"high\":200,\"meaning\":\"Points of a turn at which hold holds.\"},"
    "{\"name\":\"chance\",\"default\":0.2,\"low\":0.0,\"high\":1.0,\"meaning\":\"How likely random holds after a roll.\"}],"
    "\"columns\":[{\"name\":\"winners\",\"most\":63,\"meaning\":\"the winner, one bit a seat: 1 the first, 2 the second\"},"
    "{\"name\":\"turns\",\"most\":500,\"meaning\":\"turns of all players\"},{\"name\":\"rolls\",\"most\":65535,\"meaning\":\"rolls of the die\"},"
    "{\"name\":\"decisions\",\"most\":65535,\"meaning\":\"times a player could choose\"},"
    "{\"name\":\"end\",\"values\":[\"goal\",\"time-out\"],\"meaning\":\"how the game ended\"}]}";

static int players, goal, at, is_random, telling, told;
static double chance;
static uint64_t seed, game;

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
    if (telling) told++, printf("{\"turn\":%d,\"text\":\"Turn %d, seat %d %s %d.\"}\n", turn, turn, seat + 1, what, points);
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
            if (!done) decisions++, done = is_random ? luck(1, seat, own, k) * 0x1p-64 < chance : total >= at;
            if (!done) continue;
            tell(turns, seat, "holds and has", score[seat] += total);
            if (score[seat] >= goal) winner = seat;
            break;
        }
    }
    if (!telling) printf("[%d,%d,%d,%d,%d]\n", winner < 0 ? 0 : 1 << winner, turns, rolls, decisions, winner < 0);
}

/* The value behind a name in the question. Questions have no spaces, so this is all the JSON that Pig must understand. */
static const char *value(const char *question, const char *name) {
    const char *found = strstr(question, name);
    return found ? found + strlen(name) + (found[strlen(name)] == '"') : "0";
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
        telling = told = 0;
        if (strstr(question, "\"ask\":\"hello\"")) {
            puts(HELLO);
        } else if (strstr(question, "\"ask\":\"play\"")) {
            for (game = first; game < last; game++) play();
            printf("{\"done\":%" PRIu64 "}\n", last - first);
        } else if (strstr(question, "\"ask\":\"replay\"")) {
            game = strtoull(value(question, "\"index\":"), 0, 10), telling = 1;
            play();
            printf("{\"done\":%d}\n", told);
        } else {
            puts("{\"error\":\"unknown question\"}");
        }
        fflush(stdout);
    }
}
