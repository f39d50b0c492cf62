"""The application: creates its parts, its routes and its background work, and closes them again."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from weakref import WeakValueDictionary

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server
from litestar.types import Message, Scope

from parlour.games import kits
from parlour.server.access.access import Access
from parlour.server.access.authentication import Authentication
from parlour.server.access.device_cookie import DeviceCookie
from parlour.server.access.limits.quotas import Quotas
from parlour.server.access.limits.rate_limits import RateLimits
from parlour.server.access.origins import origin_allowed
from parlour.server.access.restrictions import Restrictions
from parlour.server.admin.following_acts import FollowingActs
from parlour.server.admin.shown_settings import published_settings
from parlour.server.after.analyses import Analyses
from parlour.server.after.confirmer import Confirmer
from parlour.server.after.foreign import ForeignAnalyses
from parlour.server.after.match_logs import MatchLogs
from parlour.server.after.outdated_ratings import OutdatedRatings
from parlour.server.after.steps import Steps
from parlour.server.background import Background
from parlour.server.clock import ServerClock
from parlour.server.cluster import shared_clock
from parlour.server.cluster.members import BEAT_S, Members
from parlour.server.cluster.presence import Presence
from parlour.server.collector import collect_all_when_quiet
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.http.dependencies import SAFE_METHODS, Dependencies, asks_for_change
from parlour.server.http.pages import FILES, built, game_pages
from parlour.server.http.routes import all_routes
from parlour.server.live.advice import Advisers
from parlour.server.live.bots import BotPlayers
from parlour.server.live.daily import Daily
from parlour.server.live.handing_in import HandingIn
from parlour.server.live.hub import Hub
from parlour.server.live.services import Services
from parlour.server.loading import compile_kernels
from parlour.server.logs import without_code
from parlour.server.loop_watch import LoopWatch
from parlour.server.metrics import Metrics
from parlour.server.problems import EXCEPTION_HANDLERS, Problem
from parlour.server.settings import Settings
from parlour.server.sign_in.signing_in import SigningIn
from parlour.server.socket.handshake import Handshake
from parlour.server.stalls import Stalls
from parlour.server.work.asker import ask_for
from parlour.server.work.levels import Levels
from parlour.server.work.pool import Pool
from parlour.server.work.worker import ProcessWorker, Worker
from parlour.store import notifications
from parlour.store.failure import StoreFailed
from parlour.store.store import Store

logger = logging.getLogger("parlour")

LARGEST_BODY = 16 * 1024
"""Bytes of a request's body, where a route allows no more."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; style-src 'self'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
HTTPS_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Headers that are sent over HTTPS only: over HTTP, browsers ignore them and warn."""
DEFAULTS = [
    [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    for headers in (HEADERS, HEADERS | HTTPS_HEADERS)
]
"""The default headers of responses: over HTTP, and over HTTPS."""
BEGAN = "parlour_began"
KEEP_QUOTAS_S = 120.0
LOOK_FOR_SLEEP_S = 1.0
SHARED = {
    "hub": "hub",
    "settings": "settings",
    "acts": "_acts",
    "ratings": "_ratings",
    "store": "store",
    "access": "_access",
    "signing_in": "signing_in",
    "clock": "_clock",
    "daily": "_daily",
    "handing_in": "_handing_in",
    "advisers": "_advisers",
    "pool": "_pool",
    "logs": "_logs",
    "steps": "_steps",
    "analyses": "_analyses",
    "foreign_analyses": "_foreign",
    "metrics": "_shown_metrics",
}
"""The parts that routes may be given, by the name of the parameter; each is an attribute of Parlour."""


class Parlour:
    """The application with the parts that live as long as it does."""

    def __init__(self, settings: Settings, clock: ServerClock | None = None) -> None:
        kits()  # all games are loaded before anybody waits for it
        self.settings = settings
        self.metrics = Metrics()
        self._stalls = Stalls(self.metrics)
        self.store = Store(settings.database, self._stalls)
        self._clock = ServerClock() if clock is None else clock
        self._background = Background()
        self._bots = BotPlayers(settings.bot_pause_s, self.metrics)
        self._pool = Pool(self._workers(), settings.work_seconds, self.metrics)
        levels = Levels(self._pool)
        self._members = Members(self.store)
        self._presence = Presence(self.store, self._members.id, self._background)
        restrictions = Restrictions(self._clock)
        services = Services(
            settings=settings,
            store=self.store,
            clock=self._clock,
            bots=self._bots,
            background=self._background,
            metrics=self.metrics,
            confirmer=Confirmer(self.store, self._background, levels, mark_fast=settings.mark_fast),
            pool=self._pool,
            levels=levels,
            members=self._members,
            presence=self._presence,
            restrictions=restrictions,
            match_hosts=WeakValueDictionary(),
        )
        self.hub = Hub(services)
        self._daily = Daily(services, self.hub)
        self._handing_in = HandingIn(services, self.hub, self._daily)
        self._advisers = Advisers(self._pool)
        self._analyses = Analyses(
            store=self.store,
            clock=self._clock,
            background=self._background,
            pool=self._pool,
            seconds=settings.analysis_seconds,
            process=self._members.id,
        )
        self._foreign = ForeignAnalyses(self._background, self._pool, settings.analysis_seconds)
        self._steps = Steps(self._pool)
        self._ratings = OutdatedRatings(self.store, lambda: self._members.is_first)
        self._logs = MatchLogs(self.store, settings.people_of_an_address)
        self._watch()
        self._quotas = Quotas(settings)
        authentication = Authentication(
            self.store,
            self._clock,
            DeviceCookie(settings.base, bool(settings.oidc_issuer)),
            keeps_addresses=settings.keep_addresses_days > 0,
        )
        self._access = Access(authentication, RateLimits(settings), self._quotas, restrictions, settings.guests)
        self._acts = FollowingActs(self.store, self._clock, self._access, self.hub)
        self.signing_in = SigningIn(settings, self.store, self._clock, authentication, self.hub, self.metrics)
        following = self.hub.following
        following.on(notifications.DEVICE, authentication.ended_elsewhere)
        following.on(notifications.RENEWAL, authentication.renewed_elsewhere)
        following.on(notifications.ACT, self._act_elsewhere)
        following.on_missed(authentication.close_ended)
        following.on_missed(self._acts.poll)
        following.on_missed(self._ratings.look_again)
        self.handshake = Handshake(
            hub=self.hub,
            daily=self._daily,
            access=self._access,
            background=self._background,
            metrics=self.metrics,
            origins=settings.origins,
        )
        self.app = self._assembled()

    def _workers(self) -> Sequence[Worker]:
        return [ProcessWorker() for _ in range(self.settings.workers)]

    def _watch(self) -> None:
        """Register the gauges of the metrics."""
        hub, gauge = self.hub, self.metrics.gauge
        gauge("parlour_ready", "1 while the server is ready to be played on.", lambda: float(hub.ready))
        gauge("parlour_sockets", "Sockets that are open.", lambda: hub.count().sockets)
        gauge("parlour_rooms", "Rooms in memory.", lambda: hub.count().rooms)
        gauge("parlour_matches", "Matches under way in those rooms.", lambda: hub.count().matches)
        gauge("parlour_analyses", "Matches that wait to be analysed.", lambda: self._analyses.waiting)
        clock = self._clock
        gauge("parlour_clock_behind_seconds", "How far the server's clock is behind the system's.", clock.behind_s)
        pool = self._pool
        gauge("parlour_work_waiting", "Tasks that wait for a worker.", lambda: pool.waiting)
        gauge("parlour_work_running", "Tasks that workers do.", lambda: pool.running)
        gauge("parlour_other_processes", "Others that serve the same store.", lambda: len(self._members.others))
        self.metrics.process_is(self._members.id, version("parlour"))
        gauge("parlour_workers", "Processes of workers.", lambda: pool.alive)

    def _assembled(self) -> Litestar:
        self._dependencies = Dependencies(lambda: self._access, lambda: self.hub)
        return Litestar(
            route_handlers=all_routes(self._dependencies),
            dependencies={
                **{name: self._provided(attribute) for name, attribute in SHARED.items()},
                **self._dependencies.dependencies(),
            },
            exception_handlers=EXCEPTION_HANDLERS,
            before_request=self._admit,
            before_send=[self._finish],
            lifespan=[self._life],
            openapi_config=OpenAPIConfig(
                title="Parlour",
                version=version("parlour"),
                path="/api/schema",
                servers=[Server(url=self.settings.base or "/")],
                render_plugins=[JsonRenderPlugin()],
                use_handler_docstrings=True,
            ),
            request_max_body_size=LARGEST_BODY,
            logging_config=None,
        )

    def _act_elsewhere(self, _name: str) -> None:
        """Follow what a host did in another process."""
        self._background.start(self._acts.poll(), "acts")
        self._ratings.look()

    def _provided(self, attribute: str) -> Provide:
        """A dependency, read from an attribute at the first request: routes are made before the attribute is set."""
        return Provide(lambda: getattr(self, attribute), sync_to_thread=False, use_cache=True)

    @property
    def _shown_metrics(self) -> Metrics | None:
        return self.metrics if self.settings.metrics else None

    @asynccontextmanager
    async def _life(self, _app: Litestar) -> AsyncIterator[None]:
        if self.store.shared:
            await shared_clock.join(self.store, self._clock)
        await self._restore_quotas()
        await self._learn_restrictions()
        watch = LoopWatch(self._stalls, self.metrics)
        self._background.keep(self._get_ready, "get ready")
        self._background.keep(self.hub.sweep, "sweep")
        self._background.keep(self._keep_quotas, "quotas")
        self._background.keep(self._access.authentication.keep_seen, "seen")
        self._background.keep(self._acts.run, "acts")
        self._background.keep(self._ratings.run, "outdated ratings")
        self._background.keep(self._publish_settings, "settings")
        self._background.keep(self._watch_for_sleep, "sleep")
        self._background.keep(self._analyses.take_up, "analyses")
        if self.store.shared:
            self._background.keep(self.hub.following.run, "follow", BEAT_S)
            self._background.keep(self._analyses.take_up_from_others, "analyses of others")
            self._background.keep(partial(shared_clock.keep_time, self.store, self._clock, self._members.id), "time")
        self._background.keep(lambda: collect_all_when_quiet(lambda: not self.hub.count().sockets), "collector")
        try:
            yield
        finally:
            await self.hub.shut_down()
            self._presence.stop()
            await self._background.stop()
            await self._pool.stop()
            await self._leave_others()
            await self._save_quotas_at_last()
            await asyncio.to_thread(self._bots.stop)
            await asyncio.to_thread(self.store.close)
            watch.stop()
            logger.info("stopped")

    async def _get_ready(self) -> None:
        await asyncio.to_thread(self._read_ahead)
        await self.hub.resume()
        if self.settings.warm:
            await compile_kernels()
        self.hub.ready = True

    async def _publish_settings(self) -> None:
        await self._members.publish_settings(published_settings(self.settings), self._clock.now_ms())

    def _read_ahead(self) -> None:
        """Load what the first visitor would otherwise wait for: the files of all pages, the description of the API."""
        built()
        game_pages()
        _ = self.app.openapi_schema

    async def _restore_quotas(self) -> None:
        """Restore quotas. If that fails the server starts nevertheless, and everybody has a whole quota."""
        try:
            await self._quotas.restore(self.store, self._clock.now_ms())
        except Exception:
            logger.exception("quotas not restored")

    async def _learn_restrictions(self) -> None:
        """Read bans and mutes before anybody is let in; if that fails, a second later."""
        try:
            await self._acts.poll()
        except Exception:
            logger.exception("bans not read")

    async def _keep_quotas(self) -> None:
        """Save quotas every few minutes, so that a killed server forgets little of what was spent."""
        while True:
            await asyncio.sleep(KEEP_QUOTAS_S)
            await self._quotas.save(self.store, self._clock.now_ms())

    async def _watch_for_sleep(self) -> None:
        """Set all timers right after the machine was asleep."""
        while True:
            await asyncio.sleep(LOOK_FOR_SLEEP_S)
            slept_s = self._clock.slept_s()
            if slept_s >= LOOK_FOR_SLEEP_S:
                logger.warning("the machine slept", extra={"facts": {"seconds": round(slept_s)}})
                self.hub.wake()

    async def _leave_others(self) -> None:
        """Tell the other processes that this one stops. If that fails, they find out after a while."""
        try:
            await self._members.end()
        except StoreFailed:
            pass  # everybody has been told
        except Exception:
            logger.exception("the others were not told")

    async def _save_quotas_at_last(self) -> None:
        """Save quotas at the end. An error (a full disk) is logged, so that the store is still closed."""
        try:
            await self._quotas.save(self.store, self._clock.now_ms())
        except StoreFailed:
            pass  # everybody has been told
        except Exception:
            logger.exception("quotas not kept")

    async def _admit(self, request: AnyRequest) -> None:
        """Count a request. One that changes something must come from a page of this server."""
        request.scope["state"][BEGAN] = time.perf_counter()
        ask_for(address_of(request))
        if request.route_handler.opt.get(FILES):
            self._access.rate_limits.admit_file(address_of(request))
        else:
            self._access.rate_limits.admit_address(address_of(request))
        if request.method not in SAFE_METHODS and not origin_allowed(
            request.headers.get("origin"), request.headers.get("host"), self.settings.origins
        ):
            raise Problem(403, "origin-not-allowed", "this page may not ask for that")
        if asks_for_change(request):
            self._dependencies.require_not_banned(None, request)

    async def _finish(self, message: Message, scope: Scope) -> None:
        """Add the security headers to a response, errors too, log it and count it."""
        if message["type"] != "http.response.start":
            return
        said = {name.lower() for name, _ in message["headers"]}
        unsaid = (header for header in DEFAULTS[scope["scheme"] == "https"] if header[0] not in said)
        message["headers"] = [*message["headers"], *unsaid]
        now = time.perf_counter()
        self.metrics.answered(scope, message["status"], now - scope["state"].get(BEGAN, now))
        facts = {"method": scope.get("method"), "path": without_code(scope["path"]), "status": message["status"]}
        logger.info("request", extra={"facts": facts})
