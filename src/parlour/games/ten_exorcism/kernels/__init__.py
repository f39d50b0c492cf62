"""What is compiled. Nothing here knows a session, a clock or an option."""
