"""The part of a rules page's HTML that all players see, and the part that appears only on request."""

from html.parser import HTMLParser

from rookery.export.rules_notes import NOTE_CLASS, NUMBER_CLASS

NUMBER = r"\b[A-Z]{2}-\d\d\b"  # the number of a rule, wherever it stands
_VOID = {"br", "hr", "img", "input"}  # elements that have no end


class _Visible(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self._hidden: list[bool] = [False]  # of the elements that are open, the innermost last

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            classes = (dict(attrs).get("class") or "").split()
            self._hidden.append(self._hidden[-1] or not {NOTE_CLASS, NUMBER_CLASS}.isdisjoint(classes))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self._hidden[-1]:
            self.text.append(data)


def visible(html: str) -> str:
    """The text of a rules page without the numbers of rules and without notes."""
    parser = _Visible()
    parser.feed(html)
    return "".join(parser.text)
