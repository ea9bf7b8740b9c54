"""People who have no page open are told of their turns: feeds, webhooks, web push."""
