"""All routes of the application."""

from litestar.types import ControllerRouterHandler

from parlour.server.http.api import admin as admin_routes
from parlour.server.http.api import daily as daily_routes
from parlour.server.http.api import home as home_routes
from parlour.server.http.api import matches as match_routes
from parlour.server.http.api import me as my_routes
from parlour.server.http.api import notices as notice_routes
from parlour.server.http.api import players as player_routes
from parlour.server.http.api import results as result_routes
from parlour.server.http.api import rooms as room_routes
from parlour.server.http.api import sessions as session_routes
from parlour.server.http.api import sign_in as sign_in_routes
from parlour.server.http.api import standings as standings_routes
from parlour.server.http.api import system as system_routes
from parlour.server.http.dependencies import Dependencies
from parlour.server.http.pages import page, robots


def all_routes(dependencies: Dependencies) -> list[ControllerRouterHandler]:
    """Every part of ``/api``, and the pages of the client with what crawlers may read of them."""
    return [
        system_routes.router,
        notice_routes.router,
        admin_routes.router,
        my_routes.router,
        sign_in_routes.router,
        home_routes.router,
        room_routes.router,
        dependencies.with_room(room_routes.anybodys),
        dependencies.with_room_for_players(room_routes.players),
        match_routes.router,
        result_routes.router,
        match_routes.verdict,
        session_routes.router,
        player_routes.router,
        standings_routes.router,
        daily_routes.router,
        robots,
        page,
    ]
