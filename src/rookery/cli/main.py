"""The `rookery` command. Subcommands are imported when they are called: `rookery --help` loads none of them."""

import ast
import importlib
import importlib.util
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from rookery import __version__
from rookery.core.errors import BrokenRecord, MissingExtra, Refusal, Trouble
from rookery.legible import fit_streams, one_line

# each is a function in the file of the same name
SUBCOMMANDS = (
    *("play", "learn", "serve", "games", "replay", "review", "puzzles", "export", "verify"),
    *("new", "dev", "check", "balance", "arena", "solve", "train"),  # for authors and students of games
    *("site", "load", "backup", "restore", "doctor"),  # for hosts
)
EXIT_TROUBLE, EXIT_USAGE = 1, 2  # exit codes
EXAMPLES = """\
rookery play                   a game against a bot, in this terminal
rookery serve --open           the parlour, in the browser
rookery play --help            the options of a command, with examples
"""


def _any_game() -> str:
    from rookery import slugs

    return slugs()[0]


class _WithExamples:
    """Help that ends with the EXAMPLES of a file. `{game}` in them stands for the slug that the file's `example_game`
    returns, or else for the first game's slug."""

    examples, game = "", staticmethod(_any_game)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if self.examples:
            examples = self.examples.replace("{game}", self.game()) if "{game}" in self.examples else self.examples
            with formatter.section("Examples"):
                for line in examples.splitlines():
                    formatter.write(f"  {line}".rstrip() + "\n")


class Subcommand(_WithExamples, TyperCommand):
    """A subcommand without others."""


class SubcommandGroup(_WithExamples, TyperGroup):
    """A subcommand that has subcommands itself: the NESTED ones of its file."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-"):
            _check_known(args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


class Subcommands(SubcommandGroup):
    """The subcommands, found by name."""

    examples = EXAMPLES

    def list_commands(self, ctx: Any) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in SUBCOMMANDS:
            return None
        module = importlib.import_module(f"rookery.cli.{cmd_name}")
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        if verbs := getattr(module, "NESTED", ()):
            alone.callback(cls=SubcommandGroup, invoke_without_command=True)(getattr(module, cmd_name))
            for verb in verbs:
                alone.command(verb.__name__, cls=Subcommand)(verb)
        else:
            alone.command(cmd_name, cls=Subcommand)(getattr(module, cmd_name))
        command: Any = typer.main.get_command(alone)
        command.examples = getattr(module, "EXAMPLES", "")
        command.game = getattr(module, "example_game", _any_game)
        for name, verb in getattr(command, "commands", {}).items():
            own = (line for line in command.examples.splitlines() if f" {cmd_name} {name} " in line)
            verb.examples, verb.game = "\n".join(own), command.game
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, _summary(name)) for name in SUBCOMMANDS])

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command whose output can always be printed, whatever its encoding is."""
        fit_streams()
        return super().main(*args, **options)

    def invoke(self, ctx: Any) -> Any:
        """Print a Refusal or Trouble as one sentence, never as a traceback."""
        try:
            return super().invoke(ctx)
        except (BrokenRecord, Trouble) as error:
            raise _reported(error, EXIT_TROUBLE) from None
        except Refusal as error:
            raise _reported(error, EXIT_USAGE) from None
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("rookery."):
                raise
            raise _reported(MissingExtra("this needs the laboratory: pip install rookery-lab"), EXIT_USAGE) from None
        except BrokenPipeError:  # `rookery games | head -1`; Typer handles it
            raise
        except OSError as error:
            reason = f"{error.filename} cannot be used: {error.strerror}" if error.filename else error.strerror
            raise _reported(Trouble(reason or str(error)), EXIT_TROUBLE) from None


def _check_known(name: str, allowed: Collection[str]) -> None:
    """Raises Refusal for a subcommand that there is not."""
    if name not in allowed:
        from rookery.core.errors import one_of

        raise Refusal(f"there is no subcommand {name!r}; {one_of(name, allowed)}")


def _reported(error: Exception, code: int) -> typer.Exit:
    """The exit to raise, after printing the error."""
    lines = str(error).splitlines()  # may quote a file, or a name that somebody chose
    typer.echo("\n".join(map(one_line, [f"rookery: {lines[0] if lines else ''}", *lines[1:]])), err=True)
    return typer.Exit(code)


def _summary(name: str) -> str:
    """The first line of a subcommand's docstring. The file is parsed, not imported, which is faster."""
    source = Path(__file__).with_name(f"{name}.py").read_text("utf-8")
    functions = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    function = next(node for node in functions if node.name == name)
    return (ast.get_docstring(function) or "").partition("\n")[0]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"rookery {__version__}")
        raise typer.Exit


# help and usage errors do without rich: importing it takes longer than the rest of `rookery --help`
app = typer.Typer(
    cls=Subcommands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


@app.callback()
def rookery(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Tabletop games to play with friends and bots, in the browser and in this terminal."""


if __name__ == "__main__":
    sys.exit(app())
