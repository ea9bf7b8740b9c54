"""Counters, gauges and histograms for Prometheus. Where its library is missing, as in a page that plays without a
server, they count nothing, because nobody reads them there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prometheus_client import Counter, Gauge, Histogram

try:
    import prometheus_client as prometheus
except ImportError:
    prometheus = None  # type: ignore[assignment]

REGISTRY = None if prometheus is None else prometheus.CollectorRegistry()
if prometheus is not None:
    prometheus.ProcessCollector(registry=REGISTRY)


class _Unread:
    """In place of an instrument that nobody reads."""

    def labels(self, *values: str) -> "_Unread":
        return self

    def record(self, amount: float = 1.0) -> None:
        """Ignore the amount."""

    inc = dec = set = observe = record


def counter(name: str, words: str, *labels: str) -> "Counter":
    """A number that only grows. `words`: what it counts."""
    return _made("Counter", name, words, labels)  # type: ignore[no-any-return]


def gauge(name: str, words: str, *labels: str) -> "Gauge":
    """A number that grows and shrinks."""
    return _made("Gauge", name, words, labels)  # type: ignore[no-any-return]


def histogram(name: str, words: str, buckets: Sequence[float], *labels: str) -> "Histogram":
    """How often which amounts occur. `buckets`: their upper bounds."""
    return _made("Histogram", name, words, labels, buckets=buckets)  # type: ignore[no-any-return]


def _made(kind: str, name: str, words: str, labels: Sequence[str], **how: Any) -> Any:
    if prometheus is None:
        return _Unread()
    return getattr(prometheus, kind)(f"rookery_{name}", words, labels, registry=REGISTRY, **how)


def scraped() -> bytes:
    """All instruments in the text format of Prometheus."""
    return b"" if REGISTRY is None else prometheus.generate_latest(REGISTRY)
