"""The clients, which send requests and wait for long-running jobs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any, cast

import httpx

from .errors import ApiError, ConnectionFailedError, RedirectError, RequestTimeoutError, WaitTimeoutError
from .generated.operations import OPERATIONS, AsyncOperations, Operations
from .generated.types import EvaluationRun, Scan, ViewExport
from .requests import (
    TEMPORARY,
    Operation,
    Request,
    Response,
    Retry,
    Settings,
    build_request,
    checked_key,
    next_page,
    page_items,
    read_response,
    retry_after,
    retry_delay,
)

#: Final statuses of runs, scans and exports.
_ENDED = frozenset({"completed", "failed", "cancelled"})
#: Seconds that a wait continues without a usable response, such as while the service restarts.
_MAX_SILENCE = 600.0


class _Base:
    """The options of both clients."""

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str],
        *,
        tenant_id: str | None = None,
        workspace_id: str | None = None,
        timeout: float = 30.0,
        retry: Retry | None = None,
    ) -> None:
        """Create a client.

        Args:
            base_url: URL of the API, including its version: `https://<your host>/api/v1`.
            api_key: The API key, or a function that returns it, which is called for each attempt.
            tenant_id: Default of the parameter `tenant_id`.
            workspace_id: Default of the parameter `workspace_id`.
            timeout: Maximum seconds of an attempt without data from the server.
            retry: When to send a request again; `Retry(max_retries=0)` for never.
        """
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must start with http:// or https://.")
        if isinstance(api_key, str):
            checked_key(api_key)
        self._settings = Settings(
            base_url.rstrip("/"), api_key, tenant_id, workspace_id, timeout, Retry() if retry is None else retry
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._settings.base_url!r})"

    def _arguments(self, request: Request, timeout: float | None) -> dict[str, Any]:
        return {
            "method": request.method,
            "url": request.url,
            "params": request.params,
            "content": request.content,
            "headers": {**self._settings.headers(), **request.headers},
            "timeout": self._settings.timeout if timeout is None else timeout,
            "follow_redirects": request.is_safe,
        }


class Client(_Base, Operations):
    """A sync client with a method for each operation, and an `iter_` method for each list."""

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str],
        *,
        tenant_id: str | None = None,
        workspace_id: str | None = None,
        timeout: float = 30.0,
        retry: Retry | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(
            base_url, api_key, tenant_id=tenant_id, workspace_id=workspace_id, timeout=timeout, retry=retry
        )
        self._http = httpx.Client(transport=transport)

    __init__.__doc__ = _Base.__init__.__doc__

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def send(
        self,
        operation: str,
        parameters: Mapping[str, Any] | None = None,
        body: object = None,
        *,
        timeout: float | None = None,
    ) -> Response:
        """Call an operation by its name in the contract, and return its response with status and headers."""
        definition = OPERATIONS[operation]
        request = build_request(definition, self._settings, parameters or {}, body)
        attempt = 1
        while True:
            response, failure = self._attempt(definition, request, timeout)
            if isinstance(failure, RedirectError):
                break
            delay = retry_delay(request, self._settings.retry, attempt, response)
            if delay is None:
                break
            attempt += 1
            time.sleep(delay)
        if failure is not None:
            raise failure
        return read_response(definition, request, cast("httpx.Response", response))

    def _attempt(
        self, operation: Operation, request: Request, timeout: float | None
    ) -> tuple[httpx.Response | None, Exception | None]:
        arguments = self._arguments(request, timeout)
        # Errors of httpx contain the request, including the API key. They are neither raised nor stored as the cause.
        try:
            return self._http.request(**arguments), None
        except httpx.TimeoutException:
            return None, RequestTimeoutError(operation.id, "no response in time.")
        except httpx.TooManyRedirects:
            return None, RedirectError(operation.id, "the server redirects in a loop. Check base_url.")
        except httpx.RequestError as error:
            return None, ConnectionFailedError(operation.id, f"{error}" or type(error).__name__)

    def _iterate(self, operation: str, parameters: Mapping[str, Any], limit: int | None) -> Iterator[Any]:
        definition = OPERATIONS[operation]
        current = dict(parameters)
        remaining = limit
        more = True
        while more and (remaining is None or remaining > 0):
            page = self.send(operation, current).data
            items = page_items(definition, page)[:remaining]
            yield from items
            remaining = None if remaining is None else remaining - len(items)
            more = next_page(definition, current, page)

    def wait_for_run(self, run_id: str, **options: Any) -> EvaluationRun:
        """Wait until a run has ended: as `completed`, `failed` or `cancelled`.

        Args:
            run_id: Identifies the run.
            **options: `max_wait` and `poll_delay` in seconds, `on_progress`, `tenant_id` and `workspace_id`.

        Raises:
            WaitTimeoutError: The run hasn't ended after `max_wait` seconds. It continues.
        """
        return cast("EvaluationRun", self._wait("getEvaluationRun", {"run_id": run_id}, **options))

    def wait_for_scan(self, id: str, **options: Any) -> Scan:
        """Wait until a scan has ended, like `wait_for_run`."""
        return cast("Scan", self._wait("getScan", {"id": id}, **options))

    def wait_for_export(self, id: str, export_workflow_id: str, **options: Any) -> ViewExport:
        """Wait until the export of a view has ended, like `wait_for_run`."""
        names = {"id": id, "export_workflow_id": export_workflow_id}
        return cast("ViewExport", self._wait("getViewExport", names, **options))

    def _wait(
        self,
        operation: str,
        names: dict[str, str],
        *,
        max_wait: float | None = None,
        poll_delay: float = 1.0,
        on_progress: Callable[[Any], object] | None = None,
        tenant_id: str | None = None,
        workspace_id: str | None = None,
    ) -> Any:
        polling = _Polling(operation, max_wait, poll_delay)
        parameters = {**names, "tenant_id": tenant_id, "workspace_id": workspace_id}
        while True:
            response: Response | None = None
            try:
                response = self.send(operation, parameters)
            except (ApiError, ConnectionFailedError, RequestTimeoutError) as error:
                polling.check(error)
            if response is not None:
                if on_progress is not None:
                    on_progress(response.data)
                if polling.has_ended(response):
                    return response.data
            time.sleep(polling.delay(response))


class AsyncClient(_Base, AsyncOperations):
    """An async client with a coroutine for each operation, and an async iterator for each list."""

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str],
        *,
        tenant_id: str | None = None,
        workspace_id: str | None = None,
        timeout: float = 30.0,
        retry: Retry | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        super().__init__(
            base_url, api_key, tenant_id=tenant_id, workspace_id=workspace_id, timeout=timeout, retry=retry
        )
        self._http = httpx.AsyncClient(transport=transport)

    __init__.__doc__ = _Base.__init__.__doc__

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def send(
        self,
        operation: str,
        parameters: Mapping[str, Any] | None = None,
        body: object = None,
        *,
        timeout: float | None = None,
    ) -> Response:
        """Call an operation by its name in the contract, and return its response with status and headers."""
        definition = OPERATIONS[operation]
        request = build_request(definition, self._settings, parameters or {}, body)
        attempt = 1
        while True:
            response, failure = await self._attempt(definition, request, timeout)
            if isinstance(failure, RedirectError):
                break
            delay = retry_delay(request, self._settings.retry, attempt, response)
            if delay is None:
                break
            attempt += 1
            await asyncio.sleep(delay)
        if failure is not None:
            raise failure
        return read_response(definition, request, cast("httpx.Response", response))

    async def _attempt(
        self, operation: Operation, request: Request, timeout: float | None
    ) -> tuple[httpx.Response | None, Exception | None]:
        arguments = self._arguments(request, timeout)
        try:
            return await self._http.request(**arguments), None
        except httpx.TimeoutException:
            return None, RequestTimeoutError(operation.id, "no response in time.")
        except httpx.TooManyRedirects:
            return None, RedirectError(operation.id, "the server redirects in a loop. Check base_url.")
        except httpx.RequestError as error:
            return None, ConnectionFailedError(operation.id, f"{error}" or type(error).__name__)

    async def _iterate(self, operation: str, parameters: Mapping[str, Any], limit: int | None) -> AsyncIterator[Any]:
        definition = OPERATIONS[operation]
        current = dict(parameters)
        remaining = limit
        more = True
        while more and (remaining is None or remaining > 0):
            page = (await self.send(operation, current)).data
            items = page_items(definition, page)[:remaining]
            for item in items:
                yield item
            remaining = None if remaining is None else remaining - len(items)
            more = next_page(definition, current, page)

    async def wait_for_run(self, run_id: str, **options: Any) -> EvaluationRun:
        """Wait until a run has ended: as `completed`, `failed` or `cancelled`.

        Args:
            run_id: Identifies the run.
            **options: `max_wait` and `poll_delay` in seconds, `on_progress`, `tenant_id` and `workspace_id`.

        Raises:
            WaitTimeoutError: The run hasn't ended after `max_wait` seconds. It continues.
        """
        return cast("EvaluationRun", await self._wait("getEvaluationRun", {"run_id": run_id}, **options))

    async def wait_for_scan(self, id: str, **options: Any) -> Scan:
        """Wait until a scan has ended, like `wait_for_run`."""
        return cast("Scan", await self._wait("getScan", {"id": id}, **options))

    async def wait_for_export(self, id: str, export_workflow_id: str, **options: Any) -> ViewExport:
        """Wait until the export of a view has ended, like `wait_for_run`."""
        names = {"id": id, "export_workflow_id": export_workflow_id}
        return cast("ViewExport", await self._wait("getViewExport", names, **options))

    async def _wait(
        self,
        operation: str,
        names: dict[str, str],
        *,
        max_wait: float | None = None,
        poll_delay: float = 1.0,
        on_progress: Callable[[Any], object] | None = None,
        tenant_id: str | None = None,
        workspace_id: str | None = None,
    ) -> Any:
        polling = _Polling(operation, max_wait, poll_delay)
        parameters = {**names, "tenant_id": tenant_id, "workspace_id": workspace_id}
        while True:
            response: Response | None = None
            try:
                response = await self.send(operation, parameters)
            except (ApiError, ConnectionFailedError, RequestTimeoutError) as error:
                polling.check(error)
            if response is not None:
                if on_progress is not None:
                    on_progress(response.data)
                if polling.has_ended(response):
                    return response.data
            await asyncio.sleep(polling.delay(response))


class _Polling:
    """The state of a wait."""

    def __init__(self, operation: str, max_wait: float | None, poll_delay: float) -> None:
        self._operation = operation
        self._deadline = None if max_wait is None else time.monotonic() + max_wait
        self._poll_delay = poll_delay
        self._last_response = time.monotonic()

    def check(self, error: ApiError | ConnectionFailedError | RequestTimeoutError) -> None:
        """Raise an error, unless it is temporary and hasn't lasted ten minutes."""
        is_temporary = not isinstance(error, ApiError) or error.status in TEMPORARY
        if not is_temporary or time.monotonic() - self._last_response > _MAX_SILENCE:
            raise error

    def has_ended(self, response: Response) -> bool:
        """Return whether the status of the response is final."""
        self._last_response = time.monotonic()
        return response.data["status"] in _ENDED

    def delay(self, response: Response | None) -> float:
        """Return the seconds until the next request."""
        told = None if response is None else retry_after(response.headers)
        delay = self._poll_delay if told is None else min(told, max(self._poll_delay, 30.0))
        if self._deadline is None:
            return delay
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise WaitTimeoutError(self._operation, "it has not ended in time. It continues.")
        return min(delay, remaining)
