"""What follows a match that is over: confirmation, analysis, ratings. Imports work, access and problems, no rooms."""
