"""People change their name tags whenever they like, and gain nothing: random lives, and every order of a few steps."""

import asyncio
import contextlib
import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest
from msgspec import structs

from rookery.core.errors import Refusal
from rookery.ratings import RatedResult, Seated, rate
from rookery.server.errors import CannotRate
from rookery.server.ratings.rating_rows import ScaleName, count_result, ratings_of
from rookery.server.storage.database import Database
from rookery.server.storage.event_rows import insert_table
from rookery.server.storage.store import Store
from rookery.server.tags.personal_data import PersonalData
from rookery.server.tags.tag_store import NewSeatTag, Passkey, Signer, TagStore
from rookery.server.wire.tag_messages import Claim, SkillCard
from tests.ratings.tables import SCALE
from tests.server.ratings.replay import replayed
from tests.server.ratings.test_rating_rows import kept
from tests.server.storage.stored import MADE

DUELS = ScaleName("duels", 2)
ENDS = {  # utilities of the person and of the bot, and who has left
    "won": RatedResult("", (Seated("0"), Seated("fair", anchor=True)), (1.0, -1.0)),
    "lost": RatedResult("", (Seated("0"), Seated("strong", anchor=True)), (-1.0, 1.0)),
    "conceded": RatedResult("", (Seated("0"), Seated("fair", anchor=True)), (-1.0, 1.0)),
    "timed out": RatedResult("", (Seated("0"), Seated("weak", anchor=True)), (1.0, -1.0), frozenset({0})),
    "drawn": RatedResult("", (Seated("0"), Seated("weak", anchor=True)), (0.0, 0.0)),
}
DUEL = structs.replace(MADE, game="duels")
STEPS = {
    "agree": 9,
    "end": 9,
    "keep words": 2,
    "keep passkey": 2,
    "join by words": 2,
    "join by passkey": 2,
    "leave": 0.3,
    "lock out and stop": 0.3,  # the server stops in the middle of a leave
}


FIRST = ("won", "lost", "drawn", "won")


def named(player: str, table: str, how: str) -> RatedResult:
    """A game of a player."""
    return replace(ENDS[how], table=table, seats=(Seated(player), ENDS[how].seats[1]))


class People:
    """Devices, and whatever they do to their name tags. All of them could be one person's."""

    def __init__(self, store: Store, name: str, devices: int) -> None:
        self.store, self.tags, self.name, self.devices = store, TagStore(store), name, devices
        self.data = PersonalData(store)
        self.made: dict[str, int] = {}  # by tag: the device that made it
        self.now = 0
        self.words, self.passkeys = set[str](), dict[str, Passkey]()
        self.playing, self.gone = list[str](), set[str]()  # tables
        self.agreed: dict[str, str] = {}  # by table: the career
        self.results: list[RatedResult] = []  # those that count for somebody, with the career as the name

    def tag(self, device: int) -> str:
        """The newest tag that a device has made."""
        return [tag for tag, maker in self.made.items() if maker == device][-1]

    def signer(self, device: int) -> Signer:
        self.now += 1
        return Signer(f"{self.name} key {device}", self.now)

    async def agree(self, device: int, table: str = "", again: bool = False) -> str:
        """A game that goes on, which a device has agreed to play."""
        table = table or f"{self.name} table {self.now}"
        if not again:
            await self.store.transact(lambda it: insert_table(it, table, bytes(32), DUEL))
            self.playing.append(table)
        new = NewSeatTag(table, 0, 0, DUELS)
        card = await self.tags.claim(self.signer(device), new, Claim(table, "", rated=True))
        if card is not None:
            self.made.setdefault(card.id, device)
        career = "SELECT career FROM tagged_seats WHERE table_id = ?"
        found = await self.store.transact(lambda it: it.execute(career, (table,)))
        self.agreed.setdefault(table, found[0][0])
        return table

    async def end(self, table: str, how: str) -> None:
        self.playing.remove(table)
        result = named("0", table, how)
        gone = {0} if table in self.gone else frozenset[int]()
        await self.store.transact(lambda it: count_result(it, DUELS, result, SCALE, gone))
        if not gone:
            self.results.append(named(self.agreed[table], table, how))

    async def keep_words(self, device: int) -> None:
        self.words.add(words := f"{self.name} words {device}")
        await self.tags.set_words(self.signer(device), words)

    async def keep_passkey(self, device: int) -> None:
        new = Passkey(f"{self.name} passkey {device} {self.now}", b"", 0)
        await self.tags.add_passkey(self.signer(device), new, 0)
        self.passkeys[new.id] = new

    async def join_by_words(self, device: int, words: str) -> None:
        await self.tags.join_by_words(self.signer(device), words, 0)

    async def join_by_passkey(self, device: int, passkey: str) -> None:
        before = self.passkeys[passkey]
        self.passkeys[passkey] = after = before._replace(uses=before.uses + 1)
        signer = self.signer(device)
        await self.tags.join_by_passkey(signer, before, after, signer.at, 0)

    async def leave(self, device: int) -> None:
        tag, seats = await self.data.lock_out(self.signer(device))
        careers = await self.store.transact(lambda it: it.execute(CAREERS, (tag,)))
        assert await self.data.delete(tag, seats, f"hash of {tag}") == ([], 0)
        self.gone |= {table for table, _ in seats} & {*self.playing}
        left = {career for (career,) in careers}
        self.results = [one for one in self.results if one.seats[0].name not in left]

    async def step(self, dice: random.Random) -> None:
        device, what = dice.randrange(self.devices), dice.choices([*STEPS], [*STEPS.values()])[0]
        if what == "end" and self.playing:
            await self.end(dice.choice(self.playing), dice.choice([*ENDS]))
        elif what == "agree":
            again = bool(self.playing) and dice.random() < 0.3
            await self.agree(device, dice.choice(self.playing) if again else "", again)
        elif what == "join by words" and self.words:
            await self.join_by_words(device, dice.choice(sorted(self.words)))
        elif what == "join by passkey" and self.passkeys:
            await self.join_by_passkey(device, dice.choice(sorted(self.passkeys)))
        elif what in ("keep words", "keep passkey", "leave"):
            await {"keep words": self.keep_words, "keep passkey": self.keep_passkey, "leave": self.leave}[what](device)
        elif what == "lock out and stop":
            await self.data.lock_out(self.signer(device))

    async def ratings(self) -> dict[str, SkillCard]:
        """By tag."""

        def work(database: Database) -> dict[str, SkillCard]:
            tags = [tag for (tag,) in database.execute("SELECT id FROM tags")]
            cards = {tag: ratings_of(database, tag) for tag in tags if tag in self.made}
            return {tag: found[0].skill for tag, found in cards.items() if found}

        return await self.store.transact(work)

    async def careers(self) -> dict[str, list[str]]:
        """By tag."""

        def work(database: Database) -> dict[str, list[str]]:
            tags = [tag for (tag,) in database.execute("SELECT id FROM tags") if tag in self.made]
            return {tag: [career for (career,) in database.execute(CAREERS, (tag,))] for tag in tags}

        return await self.store.transact(work)


CAREERS = "SELECT DISTINCT player FROM rated_seats WHERE tag = ? AND player != '' ORDER BY 1"


def test_a_random_life_gains_nothing_and_sheds_nothing(store: Store) -> None:
    """Whatever the order: every game counts for exactly what its person had agreed to play it for, all careers are as
    if nobody had ever changed a tag after that, every tag answers for all games of all its careers, and shows at most
    what the longest of them is worth."""

    async def live(seed: int) -> Counter[str]:
        dice, people, seen = random.Random(seed), People(store, f"life {seed}", 6), Counter[str]()
        for _ in range(60):
            with contextlib.suppress(Refusal):  # such as a device without a tag
                await people.step(dice)
        expected = rate(people.results, SCALE)
        found = await store.transact(lambda it: kept(it, DUELS))
        mine = {player: skill for player, skill in found.items() if player in people.made}
        assert mine == expected, "nothing but what was agreed counts"
        ratings, careers = await people.ratings(), await people.careers()
        assert sorted(itertools.chain(*careers.values())) == sorted(expected), "each career is one tag's"
        for tag, own in careers.items():
            if own:
                shown, most = ratings[tag], max(expected[career].games for career in own)
                longest = [expected[career] for career in own if expected[career].games == most]
                assert any(
                    shown.mean <= round(skill.mean)
                    and shown.high - shown.low >= 2 * (skill.interval[1] - skill.mean) - 1
                    for skill in longest
                )
                assert shown.games == sum(expected[career].games for career in own)
                seen[f"{min(len(own), 3)} careers"] += 1
        return seen

    async def check() -> None:
        seen = Counter[str]()
        for seed in range(8):
            seen += await live(seed)
        assert min(seen[f"{count} careers"] for count in (1, 2, 3)) > 1, seen
        assert await store.transact(lambda it: replayed(it, DUELS, SCALE)) == await store.transact(
            lambda it: kept(it, DUELS)
        )

    asyncio.run(check())


@pytest.mark.parametrize("how", ["won", "lost", "timed out"])
def test_it_does_not_matter_when_a_tag_joins(store: Store, how: str) -> None:
    """Before the game ends or after it: the same rating, to the last digit, by words and by passkey."""

    async def lived(name: str, order: tuple[str, ...], by: str) -> SkillCard:
        people = People(store, name, 2)
        for end in FIRST:
            await people.end(await people.agree(0), end)
        await (people.keep_words(0) if by == "words" else people.keep_passkey(0))
        table = await people.agree(1)
        for step in order:
            if step == "end":
                await people.end(table, how)
            elif step == "agree again":
                with contextlib.suppress(CannotRate):
                    await people.agree(1, table, again=True)
            elif by == "words":
                await people.join_by_words(1, f"{name} words 0")
            else:
                await people.join_by_passkey(1, next(iter(people.passkeys)))
        (card,) = (await people.ratings()).values()
        return card

    async def check() -> None:
        orders = [
            *itertools.permutations(("end", "join")),
            ("join", "agree again", "end"),
            ("agree again", "join", "end"),
        ]
        cards = [
            await lived(f"{how} {by} {number}", order, by)
            for by in ("words", "passkey")
            for number, order in enumerate(orders)
        ]
        assert cards == [cards[0]] * len(cards)
        alone = rate([named("ann", str(n), end) for n, end in enumerate(FIRST)], SCALE)["ann"]
        assert cards[0].games == 5
        assert (cards[0].mean < round(alone.mean)) == (how != "won"), "each loss, and no win"
        assert cards[0].mean <= round(alone.mean)

    asyncio.run(check())


def test_a_tag_that_was_better_goes_on_with_its_career(store: Store) -> None:
    """A person with a long career joins a new tag. Its next games continue that career, and its losses stay."""

    async def check() -> None:
        people = People(store, "ann", 3)
        for end in ("lost", "won", "lost", "lost"):
            await people.end(await people.agree(0), end)
        lead = people.tag(0)
        worst = (await people.ratings())[lead]
        await people.end(await people.agree(1), "won")
        await people.keep_words(1)
        await people.join_by_words(0, "ann words 1")
        shown = (await people.ratings())[people.tag(1)]
        assert (shown.mean, shown.games) == (worst.mean, 5), "nothing is shed by joining a better tag"
        table = await people.agree(1)
        assert people.agreed[table] == lead
        await people.end(table, "won")
        assert (await people.ratings())[people.tag(1)].mean > worst.mean, "whoever wins from now on rises"

    asyncio.run(check())


def test_a_career_stays_with_the_tag_that_it_joined(store: Store) -> None:
    """The tag with the losses begins to leave, and the server stops. The device that had the better career before it
    joined was signed out: it begins anew, and neither goes on with that career nor sheds the losses."""

    async def check() -> None:
        people = People(store, "eve", 2)
        await people.end(await people.agree(0), "won")
        for _ in range(3):
            await people.end(await people.agree(1), "lost")
        await people.keep_words(1)
        await people.join_by_words(0, "eve words 1")
        before = await people.ratings()
        await people.data.lock_out(people.signer(1))
        table = await people.agree(0)
        await people.end(table, "won")
        after = await people.ratings()
        assert after.pop(people.tag(0)).games == 1, "a newcomer"
        assert after == before

    asyncio.run(check())


def test_whoever_leaves_takes_all_careers_along(store: Store) -> None:
    async def check() -> None:
        people = People(store, "eve", 2)
        for device in (0, 1):
            await people.end(await people.agree(device), "won")
        await people.keep_words(0)
        await people.join_by_words(1, "eve words 0")
        running = await people.agree(1)
        await people.leave(1)
        await people.end(running, "won")
        assert await people.ratings() == {}
        rows = await store.transact(lambda it: it.execute("SELECT tag, player FROM rated_seats"))
        assert rows == [(None, "")] * 3
        await people.end(await people.agree(1), "lost")
        assert (await people.ratings())[people.tag(1)].games == 1, "a newcomer"

    asyncio.run(check())
