/** Switches a rule off with another severity, expects its findings to follow, and restores both. */
import { isDeepStrictEqual } from 'node:util';
import { getList, getRows } from '../contract/lists.ts';
import type { Json } from '../contract/operation.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';

const OTHER_VERSION = '"no-such-version"';
/** The occurrences whose values are compared before and after; issues with more are not used. */
const MAX_OCCURRENCES = 100;
/** What switching a rule off and on again restores. */
const RESTORED = ['status', 'status_reason', 'status_comment', 'status_changed_at', 'definitive_severity'];

/** Changes the settings of the rule of an open issue, or of the first rule of the list, and restores them. */
export async function changeRuleSettings(session: Session): Promise<void> {
  const update = session.getOperation('updateRule');
  const cell = session.cell(update.id, 'response');
  const { sets, reason } = await findPathValues(session, update);
  const [anyPath] = sets;
  if (!anyPath) {
    for (const check of ['response', 'preconditions'])
      session.cell(update.id, check).skip(reason?.kind ?? 'no-data', reason?.text ?? 'there is no data');
    return;
  }
  const issue = await findIssue(session, anyPath);
  const path = issue ? { ...anyPath, rule_id: issue.rule_id } : anyPath;
  const read = () => session.send(cell, session.getOperation('getRule'), parts(path), { statuses: [200] });
  const send = (body: Json, version: string | undefined, status: number, note: string) =>
    session.send(
      status === 412 ? session.cell(update.id, 'preconditions') : cell,
      update,
      { ...parts(path), headers: { 'If-Match': version }, body },
      { statuses: [status], note },
    );
  const before = await read();
  if (!before.isValid) return;
  const findings = issue && before.json.is_enabled === true ? await readFindings(session, path, issue) : undefined;
  const settings = {
    is_enabled: false,
    severity_override: before.json.severity_override === 'info' ? 'low' : 'info',
    settings_reason: session.name,
  };
  await send(settings, OTHER_VERSION, 412, 'If-Match with another version');
  assertSettings(await read(), pickSettings(before.json));
  const { etag } = before.headers;
  const changed = await send(settings, etag, 200, 'If-Match with the version');
  if (!changed.isValid) return;
  assertSettings(changed, settings);
  changed.assert(typeof changed.json.settings_changed_at === 'string', () =>
    wrongValue('body', '/settings_changed_at', 'the time of the change', changed.json.settings_changed_at),
  );
  changed.assert(changed.headers.etag !== etag, () =>
    wrongValue('header', 'ETag', 'another one after a change', changed.headers.etag),
  );
  await send(settings, etag, 412, 'If-Match with the previous version');
  assertSettings(await read(), settings);
  // The findings of a rule with many occurrences follow later.
  const areApplied = changed.json.is_applying_settings === false;
  if (findings && areApplied) await assertDisabled(session, path, findings, settings.severity_override);
  const restored = await send(pickSettings(before.json), undefined, 200, 'the previous settings');
  if (!restored.isValid) return;
  assertSettings(restored, pickSettings(before.json));
  if (findings && areApplied) await assertRestored(session, path, findings);
}

/** An issue and all of its occurrences. */
interface Findings {
  issue: CheckedResponse;
  occurrences: Json[];
}

/** Finds the open issue with the fewest occurrences on the first page. */
async function findIssue(session: Session, path: Json): Promise<Json | undefined> {
  const list = session.getOperation('listIssues');
  const cell = session.cell('updateRule', 'response');
  const page = await session.send(cell, list, { ...parts(path), query: { status: ['open'] } }, { statuses: [200] });
  const countOf = ({ fine_grained_issue_count }: Json) => Number(fine_grained_issue_count);
  const [fewest] = getRows(page.body, getList(list)).toSorted((a, b) => countOf(a) - countOf(b));
  return fewest;
}

/** @returns undefined if not all occurrences are on one page */
async function readFindings(session: Session, path: Json, { issue_id }: Json): Promise<Findings | undefined> {
  const cell = session.cell('updateRule', 'response');
  const get = session.getOperation('getIssue');
  const issue = await session.send(cell, get, parts({ ...path, id: issue_id }), { statuses: [200] });
  const list = session.getOperation('listFineGrainedIssues');
  const query = { issue_id: [issue_id], page_size: MAX_OCCURRENCES };
  const page = await session.send(cell, list, { ...parts(path), query }, { statuses: [200] });
  if (!issue.isValid || !page.isValid || page.json.cursor !== '') return undefined;
  return { issue, occurrences: getRows(page.body, getList(list)) };
}

/** Expects what was unresolved to be resolved, what was suppressed or resolved to be as before, and all to have a severity. */
async function assertDisabled(session: Session, path: Json, before: Findings, severity: string): Promise<void> {
  const { issue, occurrences } = (await readFindings(session, path, before.issue.json)) ?? {};
  if (!issue || !occurrences) return;
  assertOccurrences(issue, before.occurrences, occurrences, (occurrence) => ({
    ...pick(occurrence, isOpen(occurrence) ? [] : ['status', 'status_reason', 'status_comment']),
    ...(isOpen(occurrence) && { status: 'resolved', status_reason: 'rule_disabled', status_comment: null }),
    definitive_severity: severity,
  }));
  const left = occurrences.filter(({ status }) => status === 'suppressed').length;
  issue.assert(!isOpen(issue.json), () =>
    wrongValue('body', '/status', 'resolved or suppressed, because the rule is switched off', issue.json.status),
  );
  issue.assert(issue.json.fine_grained_issue_count === left, () =>
    wrongValue('body', '/fine_grained_issue_count', String(left), issue.json.fine_grained_issue_count),
  );
  const update = session.getOperation('updateFineGrainedIssue');
  const resolved = before.occurrences.find(isOpen);
  if (resolved) {
    const id = resolved.fine_grained_issue_id;
    const request = { ...parts({ ...path, id }), body: { status: 'open' } };
    const note = 'the status of a finding whose rule is switched off';
    await session.send(session.cell('updateRule', 'response'), update, request, { statuses: [422], note });
  }
  await assertHistory(session, path, before.issue.json);
}

/** Expects the findings to be as they were. */
async function assertRestored(session: Session, path: Json, before: Findings): Promise<void> {
  const { issue, occurrences } = (await readFindings(session, path, before.issue.json)) ?? {};
  if (!issue || !occurrences) return;
  assertOccurrences(issue, before.occurrences, occurrences, (occurrence) => pick(occurrence, RESTORED));
  const names = [
    'status',
    'definitive_severity',
    'reopen_count',
    'fine_grained_issue_count',
    'total_affected_elements',
  ];
  for (const name of names)
    issue.assert(isDeepStrictEqual(issue.json[name], before.issue.json[name]), () =>
      wrongValue('body', `/${name}`, JSON.stringify(before.issue.json[name]), issue.json[name]),
    );
}

/** Expects occurrences to have values that follow from their previous ones. */
function assertOccurrences(
  response: CheckedResponse,
  before: readonly Json[],
  after: readonly Json[],
  expect: (occurrence: Json) => Json,
): void {
  for (const occurrence of before) {
    const id = occurrence.fine_grained_issue_id;
    const found = after.find(({ fine_grained_issue_id }) => fine_grained_issue_id === id) ?? {};
    for (const [name, value] of Object.entries(expect(occurrence)))
      response.assert(isDeepStrictEqual(found[name], value), () =>
        wrongValue('body', `/items/${id}/${name}`, JSON.stringify(value), found[name]),
      );
  }
}

/** Expects the change to be first in the history of the issue. */
async function assertHistory(session: Session, path: Json, { issue_id }: Json): Promise<void> {
  const operation = session.getOperation('listIssueHistory');
  const cell = session.cell('updateRule', 'response');
  const page = await session.send(cell, operation, parts({ ...path, id: issue_id }), { statuses: [200] });
  const [newest] = getRows(page.body, getList(operation));
  page.assert(newest?.kind === 'rule_changed', () => wrongValue('body', '/items/0/kind', 'rule_changed', newest));
}

function isOpen({ status }: Json): boolean {
  return status === 'open' || status === 'in_progress';
}

function pickSettings(rule: Json): Json {
  return pick(rule, ['is_enabled', 'severity_override', 'settings_reason']);
}

function assertSettings(response: CheckedResponse, settings: Json): void {
  for (const [name, value] of Object.entries(settings))
    response.assert(response.json[name] === value, () =>
      wrongValue('body', `/${name}`, JSON.stringify(value), response.json[name]),
    );
}

function pick(record: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function parts(path: Json) {
  return { path, query: {}, headers: {} };
}
