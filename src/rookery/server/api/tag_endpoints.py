"""Answers about name tags: each to a request that a device has signed (tags/statements.py)."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import msgspec

from rookery.server import wall_clock
from rookery.server.api.exchange import JSON_MEDIA_TYPE, ApiAnswer, ApiRequest, json_answer, order_of
from rookery.server.commands import people
from rookery.server.errors import NotNow, UnknownKey, UnknownTag, UnreadableMessage
from rookery.server.quota.caller import Limiter
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.tag_store import NewSeatTag, Signer, TagStore
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.tags import passkeys, statements
from rookery.server.tags.passkeys import Ceremony
from rookery.server.text import plain_text
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
    Signed,
    TagGames,
)

__all__ = ["TagEndpoints"]

T = TypeVar("T")


class TagEndpoints:
    """Answers requests about name tags."""

    def __init__(
        self, manager: TableManager, tags: TagStore, limiter: Limiter, secret: Callable[[], Awaitable[bytes]]
    ) -> None:
        """`secret`: from which the questions to passkeys follow."""
        self._manager = manager
        self._tags = tags
        self._limiter = limiter
        self._secret = secret
        # those that are POSTs of a Signed, by path
        self.signed: Mapping[str, Callable[[ApiRequest], Awaitable[ApiAnswer]]] = {
            "/api/tag": self._to(Nothing, self._card),
            "/api/tag/claim": self._to(Claim, self._claim),
            "/api/tag/change": self._to(ChangeTag, self._change),
            "/api/tag/games": self._to(GamesAsked, self._games),
            "/api/tag/rating": self._to(RatingAsked, self._rating),
            "/api/tag/seat": self._to(SeatAsked, self._seat),
            "/api/tag/words": self._to(SetWords, lambda asked, signer, request: tags.set_words(signer, asked.digest)),
            "/api/tag/passkey": self._to(Nothing, self._ask_to_make),
            "/api/tag/passkey/keep": self._to(PasskeyAnswer, self._keep_passkey),
            "/api/tag/join/words": self._to(JoinByWords, self._join_by_words),
            "/api/tag/join/passkey": self._to(Nothing, self._ask_to_use),
            "/api/tag/join": self._to(PasskeyAnswer, self._join_by_passkey),
            "/api/tag/data": self._to(Nothing, self._data),
            "/api/tag/leave": self._to(Nothing, self._leave),
        }

    def _to(
        self, kind: type[T], answer: Callable[[T, Signer, "_Request"], Awaitable[Any]]
    ) -> Callable[[ApiRequest], Awaitable[ApiAnswer]]:
        """An endpoint for requests whose body is of a kind. It raises what `statements.check` raises."""

        async def endpoint(request: ApiRequest) -> ApiAnswer:
            signed = await order_of(request, Signed)
            statements.check(signed, request.path, request.sites, wall_clock.now_ms())
            try:
                asked = msgspec.json.decode(signed.body, type=kind)
            except msgspec.DecodeError as error:
                raise UnreadableMessage(f"the server does not understand this request ({error})") from None
            found = await answer(asked, Signer(signed.key, signed.at), _Request(request.address, signed.site))
            return found if isinstance(found, ApiAnswer) else json_answer(found)

        return endpoint

    # ── A tag and its games ──────────────────────────────────────────────────
    async def _card(self, asked: Nothing, signer: Signer, request: "_Request") -> Any:
        """Raises StaleRequest."""
        try:
            return await self._tags.card(signer)
        except UnknownTag:  # pages ask unasked
            return None

    async def _claim(self, asked: Claim, signer: Signer, request: "_Request") -> Any:
        """Raises what TableManager.table raises, UnknownKey, NotNow, TooBusy; where the person is to be rated, what
        `people.agree` raises, and CannotRate."""
        await self._limiter.check_failures(request.address)
        actor = await self._manager.table(asked.table)
        table = actor.table
        try:
            (seat,) = table.seats_of([asked.key])
        except UnknownKey:
            await self._limiter.failure(request.address)
            raise
        _check_sits(table, seat)
        if asked.rated:
            people.agree(table, seat)  # refuses before anything is claimed
        new = NewSeatTag(table.id, seat, statements.tag_id(signer.key), wall_clock.now_ms())
        card = await self._tags.claim(signer, new, msgspec.structs.replace(asked, name=plain_text(asked.name)))
        if asked.rated and card is not None:
            await actor.ask(lambda table: people.agree(table, seat))
        return card

    async def _change(self, asked: ChangeTag, signer: Signer, request: "_Request") -> Any:
        return await self._tags.change(signer, msgspec.structs.replace(asked, name=plain_text(asked.name)))

    async def _games(self, asked: GamesAsked, signer: Signer, request: "_Request") -> TagGames:
        return TagGames(*await self._tags.history(signer, asked))

    async def _rating(self, asked: RatingAsked, signer: Signer, request: "_Request") -> RatingChange | None:
        try:
            return await self._tags.rating_change(signer, asked.table)
        except UnknownTag:  # pages ask unasked
            return None

    async def _seat(self, asked: SeatAsked, signer: Signer, request: "_Request") -> SeatLink:
        """Raises what TableManager.table raises, and UnknownKey for a seat that is not the tag's."""
        await self._tags.check_owns(signer, asked.table, asked.seat)
        return await self._manager.another_key(asked.table, asked.seat)

    async def profile(self, request: ApiRequest) -> ApiAnswer:
        """What everybody may see of somebody who shows it. Raises UnknownTag."""
        (_, name, bird, colour, _, made, _), games, tallies, ratings = await self._tags.profile(request.params["tag"])
        return json_answer(Profile(name, bird, colour, made, tallies, games, ratings))

    # ── Other devices ────────────────────────────────────────────────────────
    async def _join_by_words(self, asked: JoinByWords, signer: Signer, request: "_Request") -> Any:
        """Raises UnknownTag, StaleRequest, and TooBusy for an address that guesses."""
        await self._limiter.check_failures(request.address)
        try:
            return await self._tags.join_by_words(signer, digest(asked.token), wall_clock.now_ms())
        except UnknownTag:
            await self._limiter.failure(request.address)
            raise

    async def _ask_to_make(self, asked: Nothing, signer: Signer, request: "_Request") -> PasskeyQuestion:
        card = await self._tags.card(signer)
        ceremony = await self._ceremony("make", signer, request, wall_clock.now_ms() + passkeys.CHALLENGE_TTL)
        return PasskeyQuestion(passkeys.asked_to_make(ceremony, card.id, card.name), ceremony.ends)

    async def _keep_passkey(self, asked: PasskeyAnswer, signer: Signer, request: "_Request") -> Any:
        """Raises MissingExtra, StaleRequest, BadSignature, UnknownTag."""
        ceremony, now = await self._ceremony("make", signer, request, asked.ends), wall_clock.now_ms()
        ceremony.check_open(now)
        return await self._tags.add_passkey(signer, passkeys.made(ceremony, asked.answer), now)

    async def _ask_to_use(self, asked: Nothing, signer: Signer, request: "_Request") -> PasskeyQuestion:
        ceremony = await self._ceremony("use", signer, request, wall_clock.now_ms() + passkeys.CHALLENGE_TTL)
        return PasskeyQuestion(passkeys.asked_to_use(ceremony), ceremony.ends)

    async def _join_by_passkey(self, asked: PasskeyAnswer, signer: Signer, request: "_Request") -> Any:
        """Raises MissingExtra, StaleRequest, BadSignature, UnknownTag."""
        ceremony, now = await self._ceremony("use", signer, request, asked.ends), wall_clock.now_ms()
        ceremony.check_open(now)
        before = await self._tags.passkey(passkeys.named(asked.answer))
        after = passkeys.used(ceremony, asked.answer, before)
        return await self._tags.join_by_passkey(signer, before, after, now)

    async def _ceremony(self, purpose: str, signer: Signer, request: "_Request", ends: int) -> Ceremony:
        return Ceremony(request.site, await self._secret(), purpose, signer.key, ends)

    # ── What is kept ─────────────────────────────────────────────────────────
    async def _data(self, asked: Nothing, signer: Signer, request: "_Request") -> ApiAnswer:
        """All that is kept about a person, as a file."""
        card, seats, ratings = await self._tags.all_seats(signer)
        told = [{"table": table, "seat": seat, "said": await self._tags.personal(table, seat)} for table, seat in seats]
        body = msgspec.json.format(msgspec.json.encode({"tag": card, "seats": told, "ratings": ratings}), indent=2)
        headers = {"content-disposition": 'attachment; filename="rookery-tag.json"', "cache-control": "no-store"}
        return ApiAnswer(body, JSON_MEDIA_TYPE, headers=headers)

    async def _leave(self, asked: Nothing, signer: Signer, request: "_Request") -> None:
        """Delete the tag, and blank all that names the person at the tables where the tag sat. If the server stops in
        the middle, the rest of the tag is there, to be deleted again."""
        for table, seat in await self._tags.lock_out(signer):
            await self._erase(table, seat)
        await self._tags.delete(signer.key)

    async def _erase(self, table: str, seat: int) -> None:
        """Blank what names the person of a seat, also at rematches where the person has not come."""
        erased = await self._tags.erase(table, seat, wall_clock.now_ms())
        self._manager.bus.announce(table, erased.events)
        self._manager.events_written(table, erased.events)
        if erased.followed:
            next_seat = await self._tags.seat_of(erased.followed, erased.key_hash)
            if next_seat is not None:
                await self._erase(erased.followed, next_seat)


class _Request(msgspec.Struct, frozen=True):
    """Where a signed request comes from."""

    address: str
    site: str  # the origin of the page


def _check_sits(table: Table, seat: int) -> None:
    """Raises NotNow for a seat whose person has not come yet, or has left for good."""
    if seat in table.erased:
        raise NotNow("this seat has been left for good")
    if table.seats[seat].open or seat in table.awaited():
        raise NotNow("sit down first, then the seat can be yours")
