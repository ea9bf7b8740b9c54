"""Training of small networks that estimate positions (`rookery train`)."""

from rookery.training.fit import Fit
from rookery.training.rounds import Training, train

__all__ = ["Fit", "Training", "train"]
