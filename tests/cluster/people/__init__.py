"""People: a client as the page is one, what each of them does, and the tables at which they come together."""
