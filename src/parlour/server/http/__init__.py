"""The routes: one module for each part of ``/api``, and the client's pages."""
