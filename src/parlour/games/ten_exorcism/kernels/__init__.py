"""What is compiled: knows no session, no clock and no option. Imports core."""
