"""The routes: one module for each part of ``/api``. Imports the rest of http, and all that http may import."""
