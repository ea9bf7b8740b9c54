"""Reviews of games that were played."""

from rookery.reviews.whole_game import GrowingReview, Review, ReviewedPly, SeatReview, review, reviewing

__all__ = ["GrowingReview", "Review", "ReviewedPly", "SeatReview", "review", "reviewing"]
