"""Tells people without an open page about their turns: feeds, webhooks, web push."""
