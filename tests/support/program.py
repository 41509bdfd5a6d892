"""A program that speaks the protocol of games in any language, well or badly: `python program.py FAULT`.

It plays a race of dice. It uses nothing but the standard library, as it stands for a program that somebody else wrote.
"""

import json
import os
import subprocess
import sys
import time
from hashlib import sha256
from typing import Any

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
BAD_GAME = 13
HELLO = {
    "protocol": 1,
    "name": "race",
    "title": "A race",
    "kind": "cooperative",
    "version": 1,
    "replay": True,
    "axes": [{"name": "die", "values": [6, 8], "role": "size"}, {"name": "storm", "values": [0, 1, 2]}],
    "columns": [
        {"name": "won", "most": 1, "meaning": "1 if the goal was reached"},
        {"name": "turns", "least": 1, "most": 60, "meaning": "turns"},
        {"name": "score", "least": -5, "most": 100, "meaning": "points, some below 0"},
    ],
    "parameters": [
        {
            "name": "goal",
            "default": 15 if FAULT == "nearer" else 20,
            "low": 5,
            "high": 50,
            "meaning": "Where the race ends.",
        }
    ],
}
memory = 0


def say(*lines: object) -> None:
    """Lines, in one breath."""
    print(*(line if isinstance(line, str) else json.dumps(line) for line in lines), sep="\n", flush=True)


def die(question: dict[str, Any], game: int, turn: int) -> int:
    key = f"{question['seed']} {game} {turn} {memory}"
    sides: int = question["cell"]["die"]
    return int(sha256(key.encode()).hexdigest(), 16) % sides + 1


def play(question: dict[str, Any], game: int) -> tuple[list[int], list[dict[str, Any]]]:
    global memory
    place = turns = 0
    told = []
    if FAULT == "state":
        memory += 1
    if FAULT == "split":
        memory = question.get("first", game)
    while place < question["cell"]["options"]["goal"] + question["cell"]["storm"]:
        turns += 1
        rolled = die(question, game, turns)
        place += rolled + (FAULT == "faster")
        told.append({"turn": turns, "text": f"Turn {turns}: rolls {rolled}."})
    return [int(turns < 7), turns, place - 20], told


def misbehave(question: dict[str, Any], game: int, row: list[int]) -> object:
    """The line for a game, after whatever is wrong with it."""
    if FAULT == "range":
        return [2, *row[1:]]
    if FAULT == "below":
        return [row[0], 0, row[2]]
    if game != BAD_GAME:
        return row
    if FAULT == "dies":
        sys.exit("I have run\x1b[31m out of dice")
    if FAULT == "killed":
        os.kill(os.getpid(), 9)
    if FAULT == "hangs":
        subprocess.Popen(["sleep", "1000"])
        time.sleep(1000)
    if FAULT == "floods":
        while True:
            say(row)
    if FAULT == "long":
        sys.stdout.write("[" + "1," * (1 << 21))
        sys.stdout.flush()
        time.sleep(1000)
    if FAULT == "complains":
        while True:
            sys.stderr.write("help! " * 1000 + "\n")
    if FAULT == "error":
        say({"error": "no dice on Sundays"})
    return {
        "text": "thirteen",
        "object": {"won": 1},
        "float": [0.5, *row[1:]],
        "true": [True, *row[1:]],
        "huge": [10**30, *row[1:]],
        "wide": [*row, 1],
        "closes": row,
    }.get(FAULT, row)


def answer(question: dict[str, Any]) -> None:
    if question["ask"] == "hello":
        hello = HELLO
        if FAULT == "hello":
            hello = {**HELLO, "version": int(time.time() * 1e6) % 10**8 + 1}
        if FAULT == "other":
            hello = {**HELLO, "name": "other"}
        if FAULT == "narrow":
            hello = {**HELLO, "axes": HELLO["axes"][:1]}  # type: ignore[index]
        say(json.loads(os.environ["HELLO"]) if "HELLO" in os.environ else hello)
    elif question["ask"] == "play":
        first, last = question["first"], question["last"]
        for game in range(first, last):
            if FAULT == "few" and game == BAD_GAME:
                continue
            say(misbehave(question, game, play(question, game)[0]))
            if FAULT == "many" and game == BAD_GAME:
                say(play(question, game)[0])
            if FAULT == "closes" and game == BAD_GAME:
                os.close(1)
                time.sleep(1000)
        off = {"few": -1, "miscounts": 1}.get(FAULT, 0) if first <= BAD_GAME < last else 0
        say({"done": last - first + off}, *([[1, 1, 1]] if FAULT == "breathless" else []))
        if FAULT == "unasked":
            say([1, 1, 1])
    elif question["ask"] == "replay":
        told = play(question, question["index"])[1]
        if FAULT == "escapes":
            told[0]["text"] = "\x1b[2J"
        if FAULT == "backwards":
            told.reverse()
        for line in told[: len(told) - (FAULT == "short")]:
            say(line)
        say({"done": len(told) - (FAULT == "short")})
    else:
        say({"error": "unknown question"})


if FAULT == "silent":
    time.sleep(1000)
if FAULT == "banner":
    say("Welcome to the race!")
for text in sys.stdin:
    answer(json.loads(text))
