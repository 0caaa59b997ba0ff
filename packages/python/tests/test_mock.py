"""All operations on the mock, and a complete task. Run by `npm test -w @aispm/python`, which starts the mock."""

from __future__ import annotations

import asyncio
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from aispm import AsyncClient, Client, NotFoundError, PreconditionFailedError
from aispm.generated.operations import OPERATIONS

URL = os.environ.get("AISPM_TEST_URL", "")
STATEFUL_URL = os.environ.get("AISPM_TEST_STATEFUL_URL", "")
pytestmark = pytest.mark.skipif(not URL, reason="There is no mock.")

SAMPLES: dict[str, dict[str, Any]] = (
    json.loads(Path(os.environ["AISPM_TEST_REQUESTS"]).read_text(encoding="utf-8")) if URL else {}
)
TENANT, WORKSPACE = "halden-freight", "production"


def blocking(url: str = URL) -> Client:
    return Client(url, "any-key", tenant_id=TENANT, workspace_id=WORKSPACE)


def asynchronous(url: str = URL) -> AsyncClient:
    return AsyncClient(url, "any-key", tenant_id=TENANT, workspace_id=WORKSPACE)


def method_name(operation: str) -> str:
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", operation).lower()


def test_has_a_sample_of_each_operation() -> None:
    assert sorted(SAMPLES) == sorted(OPERATIONS)


@pytest.mark.parametrize("operation", sorted(OPERATIONS))
def test_calls_each_operation(operation: str) -> None:
    sample = SAMPLES[operation]
    body = (sample["body"],) if "body" in sample else ()
    names = [name for name in OPERATIONS[operation].path_parameters if name not in ("tenant_id", "workspace_id")]
    positional = [sample["parameters"][name] for name in names]
    with blocking() as client:
        result = getattr(client, method_name(operation))(*positional, *body, **sample["query"])
    assert (result is None) == (sample["status"] == 204)

    async def call() -> Any:
        async with asynchronous() as client:
            return await getattr(client, method_name(operation))(*positional, *body, **sample["query"])

    assert type(asyncio.run(call())) is type(result)


def test_reads_all_pages_of_a_list() -> None:
    with blocking(STATEFUL_URL) as client:
        rules = [rule["rule_id"] for rule in client.iter_rules(page_size=3)]
        assert len(rules) == len(set(rules)) == client.list_rules(include_total=True)["total"]
        assert [row["asset_name"] for row in client.iter_assets()] == [
            asset["asset_name"] for asset in client.iter_aispm_assets()
        ]


def test_reads_null_values() -> None:
    with blocking(STATEFUL_URL) as client:
        issues: list[Any] = list(client.iter_issues())
    assert None in [value for issue in issues for value in issue.values()]


def test_raises_a_typed_error() -> None:
    with blocking(STATEFUL_URL) as client, pytest.raises(NotFoundError) as caught:
        client.get_rule("no-such-rule")
    assert caught.value.reason == "not_found"
    assert caught.value.request_id


def test_changes_a_record_only_in_the_version_that_was_read() -> None:
    with blocking(STATEFUL_URL) as client:
        view = client.create_view({"name": "High issues", "entity": "issues", "filters": {"severity": ["high"]}})
        read = client.send("getView", {"id": view["id"]})
        client.update_view(view["id"], {"name": "Severe issues"}, if_match=read.etag)
        with pytest.raises(PreconditionFailedError):
            client.update_view(view["id"], {"name": "Other"}, if_match=read.etag)
        assert client.get_view(view["id"])["name"] == "Severe issues"
        client.delete_view(view["id"])
        with pytest.raises(NotFoundError):
            client.get_view(view["id"])


def test_runs_an_evaluation_and_waits_for_its_end() -> None:
    async def call() -> list[str]:
        seen: list[str] = []
        async with asynchronous(STATEFUL_URL) as client:
            agents = await client.list_agents(page_size=1)
            evaluations = await client.list_evaluations(page_size=1)
            agent_id = agents["items"][0]["aispm_object_id"]
            attached = await client.create_agent_evaluation(
                {"agent_id": agent_id, "evaluation_id": evaluations["items"][0]["id"]}
            )
            run = await client.run_agent_evaluation(attached["id"])
            ended = await client.wait_for_run(
                run["id"], poll_delay=0.1, on_progress=lambda progress: seen.append(progress["status"])
            )
            assert seen[-1] == ended["status"]
            with blocking(STATEFUL_URL) as other:
                assert other.wait_for_run(run["id"]) == ended
        return seen

    assert asyncio.run(call())[-1] in ("completed", "failed", "cancelled")


PACKAGE = Path(__file__).parent.parent


def read_samples(document: Path) -> list[str]:
    """Return the samples of a document that use this package."""
    samples = re.findall(r"^```python\n(.*?)^```$", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [sample for sample in samples if "aispm_api" not in sample]


@pytest.mark.parametrize(
    ("document", "output"),
    [
        ("README.md", "mcp-server-without-auth"),
        ("../apps/docs/site/guides/other-languages.md", "MCP server without authentication"),
    ],
)
def test_runs_the_samples_of_documents(document: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    samples = read_samples(PACKAGE / document)
    assert samples
    variables: dict[str, Any] = {}
    for sample in samples:
        exec(sample.replace("http://127.0.0.1:4010/api/v1", STATEFUL_URL), variables)
    variables["client"].close()
    assert output in capsys.readouterr().out
