"""Answers about name tags: each to a request that a device has signed (tags/statements.py)."""

import contextlib
from collections.abc import Awaitable, Callable

import msgspec

from rookery.puzzles.daily import MS_A_DAY
from rookery.server import wall_clock
from rookery.server.api.exchange import ApiRequest
from rookery.server.api.signed import SentFrom
from rookery.server.commands import people
from rookery.server.days.daily_play import who_of
from rookery.server.errors import NotNow, StaleMove, TooBusy, UnknownKey, UnknownTag
from rookery.server.ratings.rating_rows import ScaleName, change_of
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.tags import histories, passkeys
from rookery.server.tags.passkeys import Ceremony
from rookery.server.tags.tag_store import NewSeatTag, Signer, TagStore
from rookery.server.text import plain_name
from rookery.server.wire.day_messages import DayAsked
from rookery.server.wire.messages import SeatLink
from rookery.server.wire.tag_messages import (
    ChangeTag,
    Claim,
    GamesAsked,
    JoinByWords,
    Nothing,
    PasskeyAnswer,
    PasskeyQuestion,
    Profile,
    RatingAsked,
    RatingChange,
    SeatAsked,
    SetWords,
    TagCard,
    TagGames,
)


class TagEndpoints:
    """Answers requests about name tags."""

    def __init__(
        self,
        manager: TableManager,
        tags: TagStore,
        secret: Callable[[], Awaitable[bytes]],
        days: Callable[[], Awaitable[bytes]],
    ) -> None:
        """`secret`: from which the questions to passkeys follow; `days`: from which the names of tags at games of the
        day follow."""
        self._manager = manager
        self._tags = tags
        self._secret = secret
        self._days = days

    # ── A tag and its games ──────────────────────────────────────────────────
    async def card(self, asked: Nothing, signer: Signer, sent: SentFrom) -> TagCard | None:
        """The tag of this device; null: it has none. Raises StaleRequest."""
        try:
            return await self._tags.card(signer)
        except UnknownTag:  # pages ask without knowing whether there is one
            return None

    async def claim(self, asked: Claim, signer: Signer, sent: SentFrom) -> TagCard | None:
        """A seat is the tag's own; the first one makes the tag. Null: it is another tag's; pages try it, so this is no
        refusal. Raises what TableManager.table and `TagStore.claim` raise, UnknownKey, NotNow, TooBusy; where the
        person is to be rated, what `people.agree` raises."""
        sent.quota.failures.check()
        actor = await self._manager.table(asked.table)
        table = actor.table
        try:
            (seat,) = table.seats_of([asked.key])
        except UnknownKey:
            sent.quota.failures.take()
            raise
        _check_sits(table, seat)
        if asked.rated:
            people.agree(table, seat)  # refuses before anything is claimed
        scale = ScaleName.of(table.game, table.players) if asked.rated else None
        new = NewSeatTag(table.id, seat, wall_clock.now_ms(), scale)
        card = await self._tags.claim(signer, new, msgspec.structs.replace(asked, name=plain_name(asked.name)))
        if card is not None:
            look = f"{card.bird} {card.colour}"
            if people.dress(table, seat, look):
                # a look is kept for ever, as a name is, so it counts as a line of chat; the seat is the tag's anyway
                with contextlib.suppress(TooBusy):
                    sent.quota.chat.take()
                    await actor.ask(lambda table: people.dress(table, seat, look))
            if asked.rated:
                with contextlib.suppress(StaleMove):  # the game began meanwhile, unrated: the seat is the tag's anyway
                    await actor.ask(lambda table: people.agree(table, seat))
        return card

    async def change(self, asked: ChangeTag, signer: Signer, sent: SentFrom) -> TagCard:
        return await self._tags.change(signer, msgspec.structs.replace(asked, name=plain_name(asked.name)))

    async def games(self, asked: GamesAsked, signer: Signer, sent: SentFrom) -> TagGames:
        return await self._tags.as_tag(signer, lambda database, tag: histories.page(database, tag, asked))

    async def rating(self, asked: RatingAsked, signer: Signer, sent: SentFrom) -> RatingChange | None:
        try:
            return await self._tags.as_tag(signer, lambda database, tag: change_of(database, tag, asked.table))
        except UnknownTag:  # pages ask without knowing whether there is one
            return None

    async def seat(self, asked: SeatAsked, signer: Signer, sent: SentFrom) -> SeatLink:
        """A key to a seat of one's own, for this device. Raises what TableManager.table raises, UnknownKey for a seat
        that is not the tag's, TooBusy: each key is an event, which is kept."""
        sent.quota.seats.take()
        await self._tags.check_owns(signer, asked.table, asked.seat)
        return await self._manager.another_key(asked.table, asked.seat)

    async def own_days(self, asked: DayAsked, signer: Signer, sent: SentFrom) -> DayAsked:
        """A tag that there was before the day plays its games as itself: if it could take over what a browser played
        under another name, people would choose among their tries."""
        card = await self._tags.card(signer)
        own = who_of(await self._days(), card.id)
        await self._tags.give_tries(digest(own), digest(asked.who), card.made // MS_A_DAY)
        return DayAsked(own)

    async def profile(self, request: ApiRequest) -> Profile:
        """The public profile of somebody who shows it. Raises UnknownTag."""
        tag = request.params["tag"]
        return await self._tags.transact(lambda database: histories.profile(database, tag))

    # ── Other devices ────────────────────────────────────────────────────────
    async def set_words(self, asked: SetWords, signer: Signer, sent: SentFrom) -> TagCard:
        """A line of words opens the tag elsewhere. Raises NotNow for the words of another tag."""
        return await self._tags.set_words(signer, asked.digest)

    async def join_by_words(self, asked: JoinByWords, signer: Signer, sent: SentFrom) -> TagCard:
        """This device joins the tag of the words. Raises UnknownTag, StaleRequest, and TooBusy for an address that
        guesses."""
        sent.quota.failures.check()
        sent.quota.seats.take()
        try:
            return await self._tags.join_by_words(signer, digest(asked.token), wall_clock.now_ms())
        except UnknownTag:
            sent.quota.failures.take()
            raise

    async def ask_to_make(self, asked: Nothing, signer: Signer, sent: SentFrom) -> PasskeyQuestion:
        card = await self._tags.card(signer)
        ceremony = await self._ceremony("make", signer, sent, wall_clock.now_ms() + passkeys.CHALLENGE_TTL)
        return PasskeyQuestion(passkeys.asked_to_make(ceremony, card.id, card.name), ceremony.ends)

    async def keep_passkey(self, asked: PasskeyAnswer, signer: Signer, sent: SentFrom) -> TagCard:
        """Raises StaleRequest, BadSignature, UnknownTag."""
        sent.quota.seats.take()
        ceremony, now = await self._ceremony("make", signer, sent, asked.ends), wall_clock.now_ms()
        ceremony.check_open(now)
        return await self._tags.add_passkey(signer, passkeys.made(ceremony, asked.answer), now)

    async def ask_to_use(self, asked: Nothing, signer: Signer, sent: SentFrom) -> PasskeyQuestion:
        ceremony = await self._ceremony("use", signer, sent, wall_clock.now_ms() + passkeys.CHALLENGE_TTL)
        return PasskeyQuestion(passkeys.asked_to_use(ceremony), ceremony.ends)

    async def join_by_passkey(self, asked: PasskeyAnswer, signer: Signer, sent: SentFrom) -> TagCard:
        """Raises StaleRequest, BadSignature, UnknownTag."""
        sent.quota.seats.take()
        ceremony, now = await self._ceremony("use", signer, sent, asked.ends), wall_clock.now_ms()
        ceremony.check_open(now)
        before = await self._tags.passkey(passkeys.named(asked.answer))
        after = passkeys.used(ceremony, asked.answer, before)
        return await self._tags.join_by_passkey(signer, before, after, asked.ends, now)

    async def _ceremony(self, purpose: str, signer: Signer, sent: SentFrom, ends: int) -> Ceremony:
        return Ceremony(sent.site, await self._secret(), purpose, signer.key, ends)


def _check_sits(table: Table, seat: int) -> None:
    """Raises NotNow for a seat whose person has not come yet, or has left for good."""
    if seat in table.erased:
        raise NotNow("this seat has been left for good")
    if table.seats[seat].open or seat in table.awaited():
        raise NotNow("sit down first, then the seat can be yours")
