"""``/api/sessions``: anybody's session, replayed and analysed for whoever sends it. Nothing is kept for good."""

from typing import Annotated

from litestar import Router, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from parlour.protocol.analysis import AnalysisNow
from parlour.protocol.foreign import ForeignSession
from parlour.protocol.steps import Step
from parlour.server.access.access import Access
from parlour.server.after import foreign
from parlour.server.after.foreign import LARGEST_SESSION, ForeignAnalyses
from parlour.server.after.steps import Steps
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.http.api.matches import MOST_STEPS
from parlour.server.work.pool import Pool


@post("/", status_code=200, request_max_body_size=LARGEST_SESSION)
async def describe(request: AnyRequest, access: NamedDependency[Access], pool: NamedDependency[Pool]) -> ForeignSession:
    """What a replay says of a session, in our JSON or a game's own format, and what it says of itself."""
    access.rate_limits.admit_costly(address_of(request))
    return await pool.run(foreign.described_here, await request.body())


@post("/steps", status_code=200, request_max_body_size=LARGEST_SESSION)
async def session_steps(
    request: AnyRequest,
    access: NamedDependency[Access],
    steps: NamedDependency[Steps],
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_STEPS)] = 100,
) -> list[Step]:
    """The session after each entry, as far as the rules bear it out, from entry ``first`` on; 0 is the start."""
    access.rate_limits.admit_costly(address_of(request))
    return await steps.page_of_text(await request.body(), first, count)


@post("/analysis", status_code=200, request_max_body_size=LARGEST_SESSION)
async def session_analysis(
    request: AnyRequest,
    access: NamedDependency[Access],
    foreign_analyses: NamedDependency[ForeignAnalyses],
) -> AnalysisNow:
    """What the session was about, move by move. Send it again until the report is ready."""
    access.rate_limits.admit_costly(address_of(request))
    return await foreign_analyses.ask(await request.body())


router = Router("/api/sessions", route_handlers=[describe, session_steps, session_analysis], tags=["sessions"])
