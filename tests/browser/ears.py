"""A person who sees nothing: roles, names and states from Chromium's own accessibility tree, and what is spoken."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

PATIENCE = 60  # seconds until something must be there, on a machine whose cores four tests share
PAUSE = 30  # ms between two looks
# what a screen reader says when a live region changes; which element that is, the page decides
LISTENER = """
window.words = []
new MutationObserver((changes) => {
  const regions = new Set(changes.map(({ target }) =>
    (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest('[aria-live=polite]')))
  for (const region of regions) if (region?.textContent.trim()) window.words.push(region.textContent.trim())
}).observe(document, { subtree: true, childList: true, characterData: true })
"""


@dataclass(frozen=True)
class Thing:
    """Something in the tree."""

    role: str
    name: str
    node: int  # Chromium's number of the element


class Ears:
    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(LISTENER)
        self._line = page.context.new_cdp_session(page)
        self._line.send("Accessibility.enable")

    def things(self, role: str) -> Iterator[Thing]:
        """All that have this role and can be used, in reading order."""
        for node in self._line.send("Accessibility.getFullAXTree")["nodes"]:
            if node["ignored"] or node["role"]["value"] != role:
                continue
            name = node.get("name", {}).get("value", "")
            yield Thing(role, name, node["backendDOMNodeId"])

    def find(self, role: str, begins: str) -> Thing:
        """The first one of a role whose name begins so, as soon as there is one. Raises AssertionError."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for thing in self.things(role):
                if thing.name.startswith(begins):
                    return thing
            self.page.wait_for_timeout(PAUSE)
        raise AssertionError(f"there is no {role} whose name begins with {begins!r}")

    def press(self, thing: Thing, key: str = "Enter") -> None:
        """As a screen reader does: the focus goes there, then the key."""
        self._line.send("DOM.focus", {"backendNodeId": thing.node})
        self.page.keyboard.press(key)

    def heard(self) -> list[str]:
        """All that has been said since the page was loaded, oldest first."""
        words: list[str] = self.page.evaluate("window.words")
        return words
