/** Every command that writes, or that reads message content, has one entry in the audit log; no other command has one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@aispm/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportedEntry } from '../../src/domains/audit-entries/index.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { runHere } from '../run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-audit-'));
const file = join(folder, 'main.gz');
const WORKSPACE = 'acme/main';

/** What an entry says, and the workspace whose log has it; without one it belongs to none. */
type Left = Pick<AuditEntry, 'kind' | 'object_ids'> & { workspace?: string };

/** A command in a run of all of them. */
interface Step {
  /** The arguments after its name. */
  args?: () => string[];
  /** The entry that it leaves; none when undefined. */
  entry?: Left;
}

let keyId = '';
const write = (object_ids: string[], workspace?: string): Left => ({
  kind: 'write',
  object_ids,
  ...(workspace !== undefined && { workspace }),
});

/** All commands that end by themselves, each after those that it needs. */
const STEPS: Record<string, Step> = {
  migrate: { entry: { kind: 'write', object_ids: expect.arrayContaining(['0001_accounts']) } },
  'keys create': {
    args: () => ['--workspace', WORKSPACE, '--user', 'ann'],
    entry: write([expect.any(String)], WORKSPACE),
  },
  'keys list': {},
  'audit export': {},
  retention: { entry: write([]) },
  'workspaces export': {
    args: () => [WORKSPACE, file],
    entry: { kind: 'content_read', object_ids: ['main'], workspace: WORKSPACE },
  },
  'workspaces restore': { args: () => ['acme/other', file], entry: write(['other'], 'acme/other') },
  'keys revoke': { args: () => [keyId], entry: write([expect.any(String)], WORKSPACE) },
  'workspaces delete': { args: () => [WORKSPACE, '--confirm', WORKSPACE], entry: write(['main'], WORKSPACE) },
  'tenants delete': { args: () => ['acme', '--confirm', 'acme'], entry: write(['other'], 'acme/other') },
  'users delete': { args: () => ['ann', '--confirm', 'ann'], entry: write(['ann']) },
};

/** Commands without their own entry, and why. */
const WITHOUT_ENTRY: Record<string, string> = {
  serve: 'Its requests have entries; the key of a demo has one, too.',
  worker: 'It does what requests and settings demand.',
  health: 'It does not use the database.',
  import: 'It is a request to the API.',
};

let environment: Record<string, string>;

beforeAll(async () => {
  environment = { DATABASE_URL: await freshPostgresUrl('empty') };
});
afterAll(() => rmSync(folder, { recursive: true }));

async function readLog(): Promise<ExportedEntry[]> {
  const { code, out, err } = await runHere(['audit', 'export'], environment);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

it('the help names all commands of this test, and no others', async () => {
  const { out } = await runHere(['--help']);
  const commands = out.slice(out.indexOf('Commands:'), out.indexOf('Options:'));
  const names = [...commands.matchAll(/^ {2}([a-z]+(?: [a-z]+(?![|a-z]))?)/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([...Object.keys(STEPS), ...Object.keys(WITHOUT_ENTRY)].sort());
});

/** The log after the last command; before the first one, there's no table of it. */
let log: ExportedEntry[] = [];

it.each(Object.entries(STEPS))('%s adds the expected audit entry', async (name, { args = () => [], entry }) => {
  const { code, out, err } = await runHere([...name.split(' '), ...args()], environment);
  expect(code, err).toBe(0);
  if (name === 'keys create') keyId = out.split('_')[1] as string;
  const known = new Set(log.map(({ audit_entry_id }) => audit_entry_id));
  log = await readLog();
  const added = log.filter(({ audit_entry_id }) => !known.has(audit_entry_id));
  const [tenant_id = '', workspace_id = ''] = entry?.workspace?.split('/') ?? [];
  const expected = {
    tenant_id,
    workspace_id,
    kind: entry?.kind,
    action: name,
    source: 'command',
    object_ids: entry?.object_ids,
    api_key_id: null,
    remote_address: null,
    request_id: null,
    failure_reason: null,
    count: 1,
  };
  expect(added).toEqual(entry ? [expect.objectContaining(expected)] : []);
  expect(added.every(({ user_id }) => user_id !== null)).toBe(true);
});

it('neither a dry run of retention nor a rejected command adds an audit entry', async () => {
  expect((await runHere(['retention', '--dry-run'], environment)).code).toBe(0);
  for (const args of [
    ['keys', 'revoke', 'unknown'],
    ['workspaces', 'delete', 'acme/none', '--confirm', 'acme/none'],
    ['workspaces', 'export', 'acme/none', join(folder, 'none.gz')],
    ['workspaces', 'restore', 'acme/new', join(folder, 'none.gz')],
  ]) {
    expect((await runHere(args, environment)).code).toBe(2);
  }
  expect(await readLog()).toEqual(log);
});
