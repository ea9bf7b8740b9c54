"""rookery verify against somebody who changes records and recomputes all that can be recomputed."""

import json
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

import rookery
from rookery import Record
from rookery.core import fair
from rookery.core.errors import BrokenPromise
from rookery.core.protocol import CHANCE
from rookery.core.verification import check_client_seed, pledge
from tests.cli.conftest import call
from tests.core.forger import Forger
from tests.core.test_fair import SECRET, finished
from tests.often import KINDS, others_in_soak

CHANCY = [slug for slug in rookery.slugs() if rookery.load(slug).facts.chance]
QUICK = 15  # changes of each game
UNPROVABLE = "NOT CHECKED, as no file can prove them: names, remarks, and that the players made these moves"


def noted(record: Record) -> list[str]:
    """What players give who looked: the promise, and every word."""
    assert record.luck is not None
    words = [f"{seat}={word}" for seat, word in enumerate(record.luck.client_seeds, start=1) if word]
    return ["--promise", record.luck.commitment, *(part for word in words for part in ("--word", word))]


def with_words(slug: str) -> Record:
    """A finished game in which every player added a word."""
    record = finished(slug)
    luck = record.luck
    assert luck is not None
    words = tuple(f"{seat:032x}" for seat in range(100, 100 + len(luck.client_seeds)))
    again, dice = Record(record.game, record.position.players, record.at(0).options), random.Random(4)
    while (mover := again.position.mover) is not None:
        position, number = again.position, fair.number(fair.ticket(SECRET, again.plies + 1), words)
        legal = position.legal_actions
        again.play(legal[fair.drawn(number, position.odds)] if mover == CHANCE else dice.choice(legal))
    again.luck = msgspec.structs.replace(luck, client_seeds=words)
    again.names = tuple(f"Guest {word[-2:]}" for word in words)
    return again


def outcome(text: str, told: list[str], file: Path) -> tuple[int, str]:
    """Exit code and what was said."""
    file.write_text(text, "utf-8", errors="surrogatepass")
    done = call("verify", str(file), *told)
    assert done.exit_code in (0, 1, 2), done.exception
    return done.exit_code, done.output


def proved(text: str, truth: Record) -> bool:
    """Whether a file is true but for what no file can prove: names, remarks, decisions, and that somebody gave up."""
    head, due = (json.loads(told.splitlines()[0]) for told in (text, truth.dumps()))
    record = Record.loads(text)
    again = Record(record.game, record.position.players, record.at(0).options, record.names, truth.luck)
    again.remarks = record.remarks
    assert truth.luck is not None
    for ply, action in enumerate(record.actions, start=1):
        position = again.position
        if position.mover == CHANCE:
            number = fair.number(fair.ticket(SECRET, ply), truth.luck.client_seeds)
            action = position.legal_actions[fair.drawn(number, position.odds)]
        again.play(action)
    if record.conceded:
        again.concede(*record.conceded)
    return head | {"names": ""} == due | {"names": ""} and again.dumps() == text


def attacked(slug: str, changes: int, file: Path) -> Counter[str]:
    """So many changes: how many of which kind were refused, and named."""
    truth, dice = with_words(slug), random.Random(slug)
    told, found = noted(truth), Counter[str]()
    code, said = outcome(truth.dumps(), told, file)
    assert code == 0, said
    forger = Forger(truth, dice)
    for _ in range(changes):
        kind, text = forger.change()
        code, said = outcome(text, told, file)
        if code:
            assert "Traceback" not in said
            found[f"{kind} refused"] += 1
            continue
        assert UNPROVABLE in said
        assert proved(text, truth), (kind, text)
        assert ("that a player resigned" in said) == ("conceded" in text)
        found[f"{kind} named"] += 1
    return found


@pytest.mark.parametrize("slug", others_in_soak(CHANCY, KINDS))
def test_every_change_of_a_record_is_refused_or_named(tmp_path: Path, slug: str) -> None:
    found = attacked(slug, QUICK, tmp_path / "game.jsonl")
    assert found["value refused"]
    assert found.total() == QUICK


@pytest.mark.soak
def test_two_thousand_changes(tmp_path: Path) -> None:
    found = Counter[str]()
    for slug in CHANCY:
        found += attacked(slug, 2000 // len(CHANCY), tmp_path / "game.jsonl")
    print(sorted(found.items()))


# ── What is said ─────────────────────────────────────────────────────────────
def test_verify_says_what_it_did_not_check(tmp_path: Path) -> None:
    truth, file = with_words(CHANCY[0]), tmp_path / "game.jsonl"
    assert truth.luck is not None
    roles = [role for role, _ in truth.game.facts.seats_at(2, {})]
    one, other = (f"{role} ({name})" for role, name in zip(roles, truth.names, strict=True))
    code, said = outcome(truth.dumps(), [], file)
    assert code == 0
    assert "NOT CHECKED: that this promise was made before the game" in said
    assert f"NOT CHECKED: the words of {one} and {other}; give the words that you noted with --word SEAT=HEX" in said
    assert UNPROVABLE in said
    code, said = outcome(
        truth.dumps(), ["--promise", truth.luck.commitment.upper(), "--word", truth.luck.client_seeds[1]], file
    )
    assert (code, "that this promise" in said) == (0, False)
    assert f"Checked: the word of {other} is the one you gave" in said
    assert f"NOT CHECKED: the words of {one};" in said
    for told, why in [
        (["--promise", "00" * 32], "contains another promise"),
        (["--word", "0b"], "must be one seat's, but 0 seats have it"),
        (["--word", ""], "must be one seat's, but 0 seats have it"),
        (["--word", "1="], "must be one seat's, but 0 seats have it"),
        (["--word", "9=0b"], "there is no seat '9'; allowed: 1, 2, "),
        (["--word", "=0b"], "there is no seat ''"),
    ]:
        code, said = outcome(truth.dumps(), told, file)
        assert code == (2 if "no seat" in why else 1)
        assert why in said


def test_a_word_is_that_of_the_seat_that_noted_it(tmp_path: Path) -> None:
    """A house that has all words also knows the secret: it can try in which order it likes the draws, and write the
    names to match."""
    truth, file = with_words(CHANCY[0]), tmp_path / "game.jsonl"
    assert truth.luck is not None
    first, second = truth.luck.client_seeds
    role = truth.game.facts.seats_at(2, {})[1][0]
    for whose in ("2", role, role.upper()):
        code, said = outcome(truth.dumps(), ["--word", f"{whose}={second.upper()}"], file)
        assert code == 0
        assert f"Checked: the word of {role} ({truth.names[1]}) is the one you gave" in said
        assert "that you played" not in said
    for whose, word, has in (("1", second, 2), (role, first, 1)):
        code, said = outcome(truth.dumps(), ["--word", f"{whose}={word}"], file)
        assert (code, f"belongs to another seat in this record: seat {has}" in said) == (1, True)
    code, said = outcome(truth.dumps(), ["--word", second], file)
    assert (code, f"NOT CHECKED: that you played {role} ({truth.names[1]});" in said) == (0, True)


def test_a_seat_without_a_word_is_named(tmp_path: Path) -> None:
    record = finished(CHANCY[0])
    second = record.game.facts.seats_at(2, {})[1][0]
    assert f"No word: {second}." in outcome(record.dumps(), [], tmp_path / "game.jsonl")[1]


def test_a_word_that_two_seats_have_is_no_proof(tmp_path: Path) -> None:
    """Else a house could give a seat another one's word, and choose the word that it takes away."""
    record = finished(CHANCY[0])
    assert record.luck is not None
    record.luck = msgspec.structs.replace(record.luck, client_seeds=("ab", "ab"))
    with pytest.raises(BrokenPromise, match="2 seats have it"):
        check_client_seed(record, "ab")


def test_draws_of_another_game_need_its_record(tmp_path: Path) -> None:
    """A game that was played on from the middle of another one."""
    source = with_words(CHANCY[0])
    middle = next(ply for ply in range(source.plies // 2, 0, -1) if source.mover(ply) != CHANCE)
    branch, secret, dice = Record(source.game, 2, source.at(0).options), bytes(32), random.Random(6)
    for action in source.actions[:middle]:
        branch.play(action)
    promised = pledge(branch, middle, secret)
    while (mover := branch.position.mover) is not None:
        legal, number = branch.position.legal_actions, fair.number(fair.ticket(secret, branch.plies + 1), ("", ""))
        branch.play(legal[fair.drawn(number, branch.position.odds)] if mover == CHANCE else dice.choice(legal))
    branch.luck = fair.Luck(fair.commitment(promised), promised, ("", ""), secret.hex())
    earlier, file = tmp_path / "earlier.jsonl", tmp_path / "game.jsonl"
    source.save(earlier)
    assert outcome(branch.dumps(), [], file)[0] == 1, "draws were not checked"
    assert f"before ply {middle + 1} were NOT CHECKED" in outcome(branch.dumps(), [], file)[1]
    code, said = outcome(branch.dumps(), ["--from", str(earlier)], file)
    assert code == 0
    assert f"Checked: the first {middle} plies are those of {earlier}" in said
    assert source.luck is not None
    assert said.count(UNPROVABLE) == 2
    assert source.luck.commitment in said
    for told, files in ((source, 1), (branch, 2)):  # a file more than there are games before it
        code, said = outcome(told.dumps(), ["--from", str(earlier)] * files, file)
        assert code == 2
        assert "does not continue another game, so --from has nothing to check" in said
    other = with_words(CHANCY[1])
    other.save(earlier)
    code, said = outcome(branch.dumps(), ["--from", str(earlier)], file)
    assert (code, "they differ in the game" in said) == (1, True)
