"""Messages about a match, and how its match host answers, at a server or at home. Imports games and core."""
