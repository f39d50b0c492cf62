"""Access control: who asks (cookies, addresses), bans, and an allowance for each socket. Imports problems."""
