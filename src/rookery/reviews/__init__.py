"""Reviews of games that were played, and what is threatened in one that is played."""

from rookery.reviews.review_data import Review, ReviewedPly, SeatReview
from rookery.reviews.threats import Threat, threat
from rookery.reviews.whole_game import GrowingReview, review, reviewing

__all__ = ["GrowingReview", "Review", "ReviewedPly", "SeatReview", "Threat", "review", "reviewing", "threat"]
