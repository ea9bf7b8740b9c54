"""rookery serve: opens the parlour for browsers."""

from typing import Annotated

import typer

EXAMPLES = """\
rookery serve                          on this machine, http://127.0.0.1:8000/
rookery serve --open                   and open it in a browser
rookery serve --port 9000              on another port; --port 0 takes a free one
rookery serve --host 0.0.0.0           for everybody on the same network
rookery serve --database tables.db     keep the tables in this file
"""


def serve(
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Address to listen on.", show_default="127.0.0.1, this machine"),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", envvar="PORT", min=0, max=65535, show_default="8000", help="Port; 0 takes a free one."
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Database for the tables: a file, or postgresql://USER@HOST/NAME.",
            show_default="in your data folder",
        ),
    ] = None,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the parlour in a browser.")] = False,
) -> None:
    """Serve the games to browsers until Ctrl-C.

    Tables are kept in a database: after a restart, every game continues where it was."""
    typer.echo("Opening the parlour ...", err=True)  # imports take a second
    from rookery.server.config import read
    from rookery.server.http import uvicorn_server as server

    config = read(host=host, port=port, database=database)

    def ready(link: str) -> None:
        typer.echo(f"Rookery is open at {link} (Ctrl-C closes it)")
        if open_:
            import threading
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()  # some browsers block

    server.serve(config.host, config.port, config.database, ready=ready, ends_process=True)
