"""rookery dev: serves a game while it is written."""

from typing import Annotated

import typer

EXAMPLES = """\
rookery dev {game}                 the board, which follows each edit, and the laws beside it
rookery dev {game} --port 9000     on another port
"""


def dev(
    slug: Annotated[str, typer.Argument(metavar="GAME", help="A game in the current folder, or an installed one.")],
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0 takes a free one.")] = 8000,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the board in a browser.")] = True,
) -> None:
    """Serve a game while you write it, and try its laws.

    The board follows each edit. What is wrong is told with its file and line."""
    from rookery.core.registry import package_of

    package_of(slug)  # refuses a game that is not there before anything slow begins
    typer.echo("Opening the workshop ...", err=True)  # imports take a second
    from rookery.server.config import read
    from rookery.server.http.uvicorn_server import listening
    from rookery.workshop import dev_server

    with listening("127.0.0.1", port) as listener:
        link = f"http://127.0.0.1:{listener.getsockname()[1]}/workshop/{slug}"

        def ready() -> None:
            typer.echo(f"The workshop is open at {link} (Ctrl-C closes it)")
            if open_:
                import threading
                import webbrowser

                threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()  # some browsers block

        dev_server.run(slug, listener, read(), typer.echo, ready)
