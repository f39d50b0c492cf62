"""Limits on what a player or an address may use: rates, quotas, rooms. Imports cookies and addresses of access."""
