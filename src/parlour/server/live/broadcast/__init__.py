"""What leaves a room, for those who are there and for the list of open rooms. Imports people, no matches."""
