"""The events of a job, as a stream that a page listens to."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from json import dumps

from starlette.requests import Request
from starlette.responses import StreamingResponse

from engine.errors import BadInput, message


def stream(request: Request) -> StreamingResponse:
    """The events of the ticket that the path names."""
    jobs, ticket = request.app.state.studio.jobs, request.path_params["ticket"]
    if not jobs.knows(ticket):
        raise BadInput(message("no such job"), source="ticket")

    async def told() -> AsyncIterator[str]:
        async with aclosing(jobs.events(ticket)) as events:
            async for event in events:
                yield f"data: {dumps(event)}\n\n"

    return StreamingResponse(told(), media_type="text/event-stream")
