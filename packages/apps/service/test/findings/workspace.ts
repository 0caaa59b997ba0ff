/** A workspace with one issue for each of several rules, and requests about them. */
import type { FineGrainedIssue, Issue, IssueHistoryEntry, IssueHistoryValues, ScanDocument } from '@aispm/types';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';
import type { TestService } from '../service.ts';

export const WORKSPACE = { tenantId: 'acme', workspaceId: 'main' };
const SCOPE = 'tenants/acme/workspaces/main';
const PATH = `/issues/${SCOPE}`;

/** Creates a scan of an agent that violates rules. */
export function createScan(rules: readonly string[], severity = 'medium'): ScanDocument {
  return {
    scan_type: 'code',
    target: 'desk',
    tool_name: 'scanner',
    tool_version: '1',
    objects: [
      { key: 'repo', stable_key: 'desk', object_type: 'asset', aispm_friendly_name: 'desk', asset_type: 'repository' },
      { key: 'agent', stable_key: 'agent', object_type: 'agent', aispm_friendly_name: 'Agent', owners: [] },
    ],
    edges: [],
    locations: [],
    rules: rules.map((rule_id) => ({
      rule_id,
      rule_name: rule_id,
      rule_description: '',
      object_types: ['agent'],
      source: 'external',
      severity: 'medium',
    })),
    occurrences: rules.map((rule_id) => ({
      rule_id,
      fingerprint: rule_id,
      object_key: 'agent',
      message: 'The agent violates the rule.',
      severity,
    })),
  } as ScanDocument;
}

/** Scans the workspace of a service. */
export async function scan(service: TestService, document: ScanDocument): Promise<void> {
  const workspace = new ScannedWorkspace(service.database, WORKSPACE.tenantId);
  await workspace.scan(document, new Date().toISOString());
}

/** Requests about the issues of the workspace. */
export class IssueClient {
  readonly #service: TestService;
  readonly #token: string;

  constructor(service: TestService, token: string) {
    this.#service = service;
    this.#token = token;
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies of many operations
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> {
    const response = await this.#service.send(`${PATH}${path}`, {
      method,
      token: this.#token,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, etag: response.headers.get('etag'), body: await response.json() };
  }

  patch(id: string, body: unknown, ifMatch?: string) {
    return this.send('PATCH', `/${id}`, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
  }

  async list(query = ''): Promise<Issue[]> {
    return (await this.send('GET', query)).body.items;
  }

  /** Returns the occurrences of an issue. */
  async listOccurrences(issueId: string): Promise<FineGrainedIssue[]> {
    const path = `/fine-grained-issues/${SCOPE}?issue_id=${issueId}`;
    const response = await this.#service.send(path, { token: this.#token });
    return ((await response.json()) as { items: FineGrainedIssue[] }).items;
  }

  /** Returns the issue of a rule. */
  async find(rule: string): Promise<Issue> {
    const [issue] = await this.list(`?rule_id=${rule}`);
    if (!issue) throw new Error(`The rule ${rule} has no issue.`);
    return issue;
  }

  /** Returns the complete history, newest first. */
  async history(id: string): Promise<IssueHistoryEntry[]> {
    const entries: IssueHistoryEntry[] = [];
    for (let cursor = ''; ; ) {
      const path = `/${id}/history?page_size=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body } = await this.send('GET', path);
      entries.push(...body.items);
      cursor = body.cursor;
      if (cursor === '') return entries;
    }
  }
}

/** Applies the entries of a history, which is newest first, from the oldest to the newest. */
export function replay(history: readonly IssueHistoryEntry[]): IssueHistoryValues {
  return Object.assign({}, ...history.toReversed().map(({ after }) => after));
}
