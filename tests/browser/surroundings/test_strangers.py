"""What games of strangers could do to a page: hostile drawings, rules and frames, in a real browser."""

from pathlib import Path

from tests.browser.conftest import OpenWindow
from tests.browser.site import FOLDER, FileServer

HOSTILE = ("evil", "hit", "javascript", "display", "position", "popover", '"panel', "blur")
MOST_MS = 10_000  # that a page may need for one file, on a slow machine with other things to do
USED_AGAIN = "".join(f'<g id="p{n + 1}">' + f'<use href="#p{n}"/>' * 10 + "</g>" for n in range(9))
DRAWINGS = {
    "a name that holds a rule": r"<style>.a{--x\7d \20 body\7b display\3a none\7d \20\2e q\7b y:1}</style>",
    "styles of the page": "<style>body, aside {display: none; position: fixed; fill: red}</style>",
    "addresses in styles": r'<style>.a{fill:image-set("//evil.test/1");--b:u\72l(//evil.test/2)}'
    '@import "//evil.test/3";@media all{body{display:none}}</style>',
    "scripts": '<script>hit = 1</script><g onload="hit = 1"/>'
    '<foreignObject><img src=x onerror="hit = 1"/></foreignObject>',
    "addresses": '<image href="//evil.test/1"/><use href="//evil.test/2#a"/><path fill="url(//evil.test/3)"/>'
    r'<path fill="u\72l(//evil.test/4)" style="fill:url(//evil.test/5)"/><a href="javascript:hit=1"><text>q</text></a>',
    "another drawing in a text": '</svg>q<title lang="<svg onload=hit=1>">q</title><svg>',
    "parts that are used again and again": f'<g id="p0"><path d="M0 0h1v1z"/></g>{USED_AGAIN}',
    "parts of one name, of which the first counts": f'<g id="p0">{"<path/>" * 9}</g>{USED_AGAIN}'
    + "".join(f'<g id="p{n}"/>' for n in range(10)),
    "parts by other letters of their names": f'<g id="p0"><path d="M0 0h1v1z"/></g>{USED_AGAIN.replace("#p", "#%70")}',
    "parts in rings": f'<g id="t"><use href="#p0"/>{"<path/>" * 400}</g><g id="p0"><use href="#t"/></g>{USED_AGAIN}',
    "drawings at each corner of a line": f'<marker id="m" markerWidth="9" markerHeight="9">{"<path/>" * 200}</marker>'
    f'<path marker-mid="url(#m)" d="M0 0{"h.001v.001" * 15_000}"/>',
    "blurs": '<path d="M0 0h8v8z" filter="blur(99px)"/>' * 2_000,
    "patterns in patterns": "".join(
        f'<pattern id="a{n}" width="1" height="1"><g class="a{n}">{"<path/>" * 9}</g></pattern>' for n in range(9)
    )
    + f"<style>{''.join(f'.a{n + 1} path {{fill: url(#a{n})}}' for n in range(9))}</style>",
    "styles that are long to find": f"<style>{'svg:not(:has(:has(* > * + *))) {fill: red}' * 9_000}</style>",
    "very many parts": '<path d="M0 0"/>' * 200_000,
}
RULES = {
    "markup": '<a href="javascript:hit=1">q</a><form action="//evil.test"><input name="body"></form>'
    '<img src="//evil.test/1" onerror="hit=1"><iframe src="//evil.test/2"></iframe><base href="//evil.test/3">'
    '<style>body{display:none}</style><div style="position:fixed" title="q">q</div><p popover id="body">q</p>'
    '<div class="panel in-short" id="panel">q</div>',
    "very much of it": "<p>q</p>" * 500_000,
}
CLEANED = """async ([chunk, kind, text]) => {
  const module = await import(chunk)
  const begun = performance.now()
  const shown = document.createElement('div')
  shown.innerHTML = module[kind](text)
  document.body.append(shown)
  shown.getBoundingClientRect()
  const time = performance.now() - begun
  await new Promise((resolve) => setTimeout(resolve, 100))
  const seen = [getComputedStyle(document.body).display, window.hit ?? 0, shown.innerHTML]
  shown.remove()
  return [time, ...seen]
}"""
HIT = """async ([chunk, text]) => {
  const module = await import(chunk)
  const shown = document.createElement('div')
  shown.style = 'position: fixed; inset: 0 auto auto 0; width: 80px; z-index: 9'
  shown.innerHTML = module.cleanedSvg(text)
  document.body.append(shown)
  const hit = document.elementFromPoint(40, 40).localName
  shown.remove()
  return hit
}"""
USED = "<svg viewBox='0 0 8 8'>%s<defs><g id='p'><path class='hole' d='M0 0h8v8H0z'/></g></defs><use href='#p'/></svg>"
FRAMED = """(address) => new Promise((resolve) => {
  const frame = document.createElement('iframe')
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => resolve('it ran')
  frame.onload = () => {
    frame.contentWindow.postMessage('postMessage(1)', '*', [port2])
    setTimeout(() => resolve('nothing'), 1000)
  }
  frame.src = address
  document.body.append(frame)
})"""


def test_nothing_hostile_is_left_of_drawings_and_rules(
    window: OpenWindow, site: FileServer, foreseen: list[str]
) -> None:
    foreseen.append("The action has been blocked")  # said of text that is parsed, before it is cleaned
    page = window().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.link)
    [chunk] = [Path(path) for path in site.paths if "/cleaned_markup" in path and path.endswith(".js")]
    drawings = {name: ("cleanedSvg", f"<svg viewBox='0 0 8 8'>{text}</svg>") for name, text in DRAWINGS.items()}
    rules = {name: ("cleanedHtml", text) for name, text in RULES.items()}
    for name, told in (drawings | rules).items():
        time, display, hit, left = page.evaluate(CLEANED, [f"/{FOLDER}/{chunk}", *told])
        assert (display, hit) == ("block", 0), name
        assert [url for url in asked if "evil" in url] == [], name
        found = [it for it in HOSTILE if it in left]
        assert not found, name
        assert time < MOST_MS, name


def test_the_looks_of_a_drawing_reach_its_parts_that_are_used(window: OpenWindow, site: FileServer) -> None:
    """What is not painted is not hit."""
    page = window().page
    page.goto(site.link)
    [chunk] = [Path(path) for path in site.paths if "/cleaned_markup" in path and path.endswith(".js")]
    hit = [
        page.evaluate(HIT, [f"/{FOLDER}/{chunk}", USED % style])
        for style in ("", "<style>.hole { fill: none }</style>")
    ]
    assert hit[0] == "use"
    assert hit[1] != "use"


def test_a_frame_without_a_sandbox_runs_nothing(window: OpenWindow, site: FileServer) -> None:
    """Else another site that frames it could run programs that reach what the page keeps."""
    page = window().page
    page.goto(site.link)
    assert page.evaluate(FRAMED, f"{site.link}sandbox.html") == "nothing"
