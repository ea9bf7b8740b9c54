"""Gameshire: Write & Reap."""
