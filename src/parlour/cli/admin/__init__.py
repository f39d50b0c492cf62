"""``parlour admin``: what a host looks at and does, on the database itself. Imports hosting, server and store."""
