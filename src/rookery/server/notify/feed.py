"""A seat's turns as a feed (Atom, RFC 4287) and as a calendar (RFC 5545), made from the table alone.

The address of both contains a token that follows from the seat's key. The token opens no seat, so it can be given to an
external feed reader or calendar. The address also contains the id of the table, with which anybody may watch.
"""

from datetime import UTC, datetime
from xml.etree import ElementTree

from rookery.server.errors import UnknownKey
from rookery.server.notify.notices import Notice, notice, others
from rookery.server.table.keys import feed_path, feed_token
from rookery.server.table.table import Table
from rookery.server.text import plain_text

ATOM = "http://www.w3.org/2005/Atom"
CALENDAR_LINE_BYTES = 75  # the most bytes in a line of a calendar
MIN_TURN_MS = 1_800_000  # ms for which a calendar shows a turn without a deadline


def seat_of(table: Table, asked: str) -> int:
    """The seat to which a feed token belongs. Raises UnknownKey."""
    tokens = {feed_token(seat.key_hash): index for index, seat in enumerate(table.seats) if seat.kind == "person"}
    if asked not in tokens:
        raise UnknownKey("this feed does not exist; your page of the table shows the right address")
    return tokens[asked]


# ── A feed ───────────────────────────────────────────────────────────────────
def atom(table: Table, seat: int, site: str) -> str:
    """The feed: one entry while it is the seat's turn, one when the game is over, otherwise none. `site`: the origin of
    the page, such as https://example.org."""
    home, address = f"{site}/t/{table.id}", feed_path(table.id, table.seats[seat].key_hash)
    feed = ElementTree.Element("feed", xmlns=ATOM)
    _tell(feed, "id", f"{site}{address}")
    _tell(feed, "title", f"My turn at {table.game.facts.name}")
    _tell(feed, "subtitle", others(table, seat))
    _tell(feed, "updated", _moment(table.turn.at))
    _tell(ElementTree.SubElement(feed, "author"), "name", "Rookery")
    ElementTree.SubElement(feed, "link", rel="alternate", href=home)
    ElementTree.SubElement(feed, "link", rel="self", href=f"{site}{address}.atom")
    if (news := notice(table, seat)) is not None:
        entry = ElementTree.SubElement(feed, "entry")
        _tell(entry, "id", f"{home}?turn={news.name}")
        _tell(entry, "title", news.words)
        _tell(entry, "updated", _moment(news.since))
        _tell(entry, "content", f"{others(table, seat)}{_until(news)}")
        ElementTree.SubElement(entry, "link", rel="alternate", href=home)
    return ElementTree.tostring(feed, "unicode", xml_declaration=False)


def _tell(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = plain_text(text)


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at // 1000, UTC).isoformat()


def _until(news: Notice) -> str:
    return f" Until {datetime.fromtimestamp(news.until // 1000, UTC):%d %B %Y, %H:%M} UTC." if news.until else ""


# ── A calendar ───────────────────────────────────────────────────────────────
def calendar(table: Table, seat: int, site: str) -> str:
    """The calendar: the same as an event that lasts until the seat's clock runs out. `site`: as in `atom`."""
    title = f"My turn at {table.game.facts.name}"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rookery//My turn//EN", f"X-WR-CALNAME:{_text(title)}"]
    lines += ["REFRESH-INTERVAL;VALUE=DURATION:PT15M", "X-PUBLISHED-TTL:PT15M"]
    if (news := notice(table, seat)) is not None:
        home = f"{site}/t/{table.id}"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{news.name}@{table.id}",
            f"DTSTAMP:{_stamp(news.since)}",
            f"DTSTART:{_stamp(news.since)}",
            f"DTEND:{_stamp(news.until or news.since + MIN_TURN_MS)}",
            f"SUMMARY:{_text(news.words)}",
            f"DESCRIPTION:{_text(others(table, seat) + _until(news))}",
            f"URL:{home}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    return "".join(f"{_fold(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _stamp(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return plain_text(text)  # the result has one line, so no line ends must be escaped


def _fold(line: str) -> str:
    """A line folded into lines of at most 75 bytes; each but the first begins with a space, and no character is cut."""
    parts, size = [""], 0
    for letter in line:
        size += (more := len(letter.encode()))
        if size > CALENDAR_LINE_BYTES:
            parts.append(" ")
            size = 1 + more
        parts[-1] += letter
    return "\r\n".join(parts)


FEED_FORMATS = {"atom": (atom, "application/atom+xml"), "ics": (calendar, "text/calendar")}
