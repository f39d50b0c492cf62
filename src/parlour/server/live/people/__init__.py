"""Who is in a room: who holds a seat, is connected, left, is stood in for. Imports nothing else that is live."""
