"""Browsers that are used again: to start the process of a window and to read the page's scripts takes longer than most
of what a test does there."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

OWN_CLOCK = "String(setTimeout).includes('native')"  # one that a test puts in all pages stays there


class WarmContext:
    """A browser of somebody's, with windows and a memory of its own. Its first page keeps its process alive."""

    def __init__(self, browser: Browser, address: str, settings: dict[str, Any]) -> None:
        """`address`: of a small file for the first page; `settings`: of Playwright's contexts."""
        self.context: BrowserContext = browser.new_context(**settings)
        self._keeper = self.context.new_page()
        self._keeper.goto(address)
        self._devtools = self.context.new_cdp_session(self._keeper)
        self._origins = set[str]()
        self.context.on("page", self._listen)

    def _listen(self, page: Page) -> None:
        page.on("framenavigated", lambda frame: self._origins.add("/".join(frame.url.split("/")[:3])))

    def empty(self) -> bool:
        """Close its windows and forget what they kept: whether it is as good as new."""
        for page in self.context.pages:
            if page is not self._keeper:
                page.close()
        for origin in self._origins:
            self._devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self.context.clear_cookies()
        return bool(self._keeper.evaluate(OWN_CLOCK))
