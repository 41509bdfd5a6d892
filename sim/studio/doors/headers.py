"""The headers of every answer, also of one that refuses: nothing is kept, framed, guessed or loaded from elsewhere."""

from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
FOR_ALL = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
CSP, FRAMES = "content-security-policy", "x-frame-options"


class Headers:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(event: Message) -> None:
            if event["type"] == "http.response.start":
                event = {**event, "headers": with_headers(event.get("headers", ()))}
            await send(event)

        await self._app(scope, receive, send_with_headers)


def with_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with ours in place of its own. Only a page in a sandbox keeps its own policy."""
    own = [(name.lower(), value) for name, value in headers]
    policy = next((value.decode("latin-1") for name, value in own if name == CSP.encode()), "")
    ours = {**FOR_ALL, CSP: POLICY, FRAMES: "DENY"}
    if _is_sandboxed(policy):
        ours |= {CSP: policy, FRAMES: "SAMEORIGIN"}
    encoded = {name.encode(): value.encode("latin-1") for name, value in ours.items()}
    return [*((name, value) for name, value in own if name not in encoded), *encoded.items()]


def sandboxed(policy: str) -> str:
    """The policy of a page that was made from somebody's run: what runs in it has no origin, and no cookie of ours."""
    return f"{policy.rstrip('; ')}; sandbox allow-scripts; frame-ancestors 'self'"


def _is_sandboxed(policy: str) -> bool:
    parts = [part.split() for part in policy.lower().split(";") if part.strip()]
    return ["sandbox", "allow-scripts"] in parts and ["frame-ancestors", "'self'"] in parts
