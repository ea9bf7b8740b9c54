"""The endpoint of each path: the only list of the plain requests of pages. The code with which the page sends them is
made from it (typescript.py)."""

from rookery.server.api.day_endpoints import DayEndpoints
from rookery.server.api.evening_endpoints import EveningEndpoints
from rookery.server.api.exchange import MAX_BODY_BYTES, ApiRoute
from rookery.server.api.game_endpoints import GameEndpoints
from rookery.server.api.kept_endpoints import KeptEndpoints
from rookery.server.api.made_endpoints import MAX_MADE_BYTES, MadeEndpoints
from rookery.server.api.mute_endpoints import MuteEndpoints
from rookery.server.api.puzzle_endpoints import PuzzleEndpoints
from rookery.server.api.signed import SignedRoute
from rookery.server.api.table_endpoints import MAX_RECORD_BYTES, TableEndpoints
from rookery.server.api.tag_endpoints import TagEndpoints
from rookery.server.wire.day_messages import DayAsked, DayBegin, DayResultAsked, DayWord
from rookery.server.wire.evening_messages import EveningAsked, JoinEvening, NewEvening
from rookery.server.wire.lesson_messages import MidgameAsked
from rookery.server.wire.made_messages import NewMadeTable
from rookery.server.wire.messages import NewTable, SitDown, YoursAsked
from rookery.server.wire.tag_messages import (
    ChangeTag,
    Claim,
    GamesAsked,
    JoinByWords,
    MuteSeat,
    Nothing,
    PasskeyAnswer,
    RatingAsked,
    SeatAsked,
    SetWords,
    SitAsked,
    TableAsked,
)

RECORDS_PATH = "/api/records"  # imports records
MADE_PATH = "/api/made"  # games that people made
SOCKET_PATH = "/ws/{table}"  # a page's conversation about a table, message by message


def api_routes(
    games: GameEndpoints, puzzles: PuzzleEndpoints, tables: TableEndpoints, days: DayEndpoints
) -> list[ApiRoute]:
    """In the order in which they are tried."""
    return [
        ApiRoute("/api/games", games.games, query=True),
        ApiRoute("/api/games/{slug}/seats", games.seat_names, query=True),
        ApiRoute("/api/games/{slug}/lessons", games.lesson_cards),
        ApiRoute("/api/games/{slug}/lessons/{lesson}", games.lesson_script),
        ApiRoute("/api/puzzles", puzzles.puzzles_of_the_day),
        ApiRoute("/api/games/{slug}/puzzles", puzzles.puzzle_list),
        ApiRoute("/api/days", days.days_card),
        ApiRoute("/api/days/words", days.add_day_word, DayWord, 201),
        ApiRoute("/api/days/yours", days.day_yours, DayAsked),
        ApiRoute("/api/days/games/{slug}", days.begin_day, DayBegin, 201),
        ApiRoute("/api/days/games/{slug}/result", days.day_result, DayResultAsked),
        ApiRoute("/api/days/{day}", days.opened_day),
        ApiRoute("/api/games/{slug}/puzzles/{key}", puzzles.puzzle_card),
        ApiRoute("/api/games/{slug}/board", games.first_board, query=True),
        ApiRoute("/api/games/{slug}/midgame", tables.new_midgame, MidgameAsked, 201),
        ApiRoute("/api/tables", tables.public_tables, query=True),
        ApiRoute("/api/tables", tables.new_table, NewTable, 201),
        ApiRoute("/api/rated", tables.check_rated, NewTable),
        ApiRoute("/api/tables/{table}/seats/{seat}", tables.take_seat, SitDown, 201),
        ApiRoute("/api/tables/{table}", tables.table_card),
        ApiRoute("/api/tables/{table}/record", tables.record),
        ApiRoute("/api/tables/{table}/actions", tables.played_game),
        ApiRoute("/api/tables/{table}/export.{kind}", tables.export),
        ApiRoute("/api/yours", tables.own_table_states, YoursAsked),
        ApiRoute("/api/reminders", tables.reminder_card),
        ApiRoute(RECORDS_PATH, tables.import_record, status=201, reads=True),
        ApiRoute("/art/{slug}.svg", games.art),
        ApiRoute("/games/{slug}/picture.svg", games.picture),
        ApiRoute("/rules/{slug}", games.rules),
    ]


def evening_routes(evenings: EveningEndpoints) -> list[ApiRoute]:
    """The requests that only a server answers, because people meet there."""
    return [
        ApiRoute("/api/evenings", evenings.new_evening, NewEvening, 201),
        ApiRoute("/api/evenings/{evening}", evenings.evening_card, EveningAsked),
        ApiRoute("/api/evenings/{evening}/guests", evenings.join_evening, JoinEvening, 201),
        ApiRoute("/api/evenings/{evening}/begin", evenings.begin_evening, EveningAsked),
        ApiRoute("/api/evenings/{evening}/opened", evenings.opened_evening),
    ]


def made_routes(made: MadeEndpoints) -> list[ApiRoute]:
    """The requests that only a server answers, because a page without one has no other screens to play at."""
    return [
        ApiRoute(MADE_PATH, made.made_allowed),
        ApiRoute(MADE_PATH, made.new_made_table, NewMadeTable, 201, most=MAX_MADE_BYTES),
    ]


def tag_routes(tags: TagEndpoints, mutes: MuteEndpoints, kept: KeptEndpoints) -> list[ApiRoute | SignedRoute]:
    """The requests that only a server answers, because a page without one keeps its tag itself."""
    return [
        SignedRoute("/api/tag", tags.card, Nothing),
        SignedRoute("/api/tag/claim", tags.claim, Claim),
        SignedRoute("/api/tag/change", tags.change, ChangeTag),
        SignedRoute("/api/tag/games", tags.games, GamesAsked),
        SignedRoute("/api/tag/rating", tags.rating, RatingAsked),
        SignedRoute("/api/tag/seat", tags.seat, SeatAsked),
        SignedRoute("/api/tag/tables", mutes.new_table, NewTable),
        SignedRoute("/api/tag/sit", mutes.sit, SitAsked),
        SignedRoute("/api/tag/mutes", mutes.cards, Nothing),
        SignedRoute("/api/tag/mute", mutes.mute, MuteSeat),
        SignedRoute("/api/tag/unmute", mutes.unmute, SeatAsked),
        SignedRoute("/api/tag/muted", mutes.muted_seats, TableAsked),
        SignedRoute("/api/tag/days", tags.own_days, DayAsked),
        SignedRoute("/api/tag/words", tags.set_words, SetWords),
        SignedRoute("/api/tag/passkey", tags.ask_to_make, Nothing),
        SignedRoute("/api/tag/passkey/keep", tags.keep_passkey, PasskeyAnswer),
        SignedRoute("/api/tag/join/words", tags.join_by_words, JoinByWords),
        SignedRoute("/api/tag/join/passkey", tags.ask_to_use, Nothing),
        SignedRoute("/api/tag/join", tags.join_by_passkey, PasskeyAnswer),
        SignedRoute("/api/tag/data", kept.data, Nothing),
        SignedRoute("/api/tag/leave", kept.leave, Nothing),
        ApiRoute("/api/tags/{tag}", tags.profile),
    ]


def max_body(path: str) -> int:
    """The most bytes that the body of a request may have."""
    return {RECORDS_PATH: MAX_RECORD_BYTES, MADE_PATH: MAX_MADE_BYTES}.get(path, MAX_BODY_BYTES)
