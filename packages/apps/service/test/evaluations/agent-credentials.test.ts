import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../src/composition/settings.ts';
import { selectCredentials } from '../../src/domains/evaluations/agents/credentials.ts';
import { SettingError } from '../../src/platform/services/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-credentials-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'open-sesame-1234';

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const read = (entries: unknown, environment: Record<string, string> = {}) =>
  readSettings({ ...environment, AGENT_CREDENTIALS: write('credentials.json', entries) }).agentCredentials;

const entry = { tenant: 'acme', origins: ['https://agents.example.com'], env: 'TOKEN' };

describe('credentials of agents', () => {
  it('do not exist without the setting', () => {
    expect(readSettings({}).agentCredentials).toEqual([]);
  });

  it('have a secret from a variable, or from a file that can be replaced while the service runs', () => {
    const file = write('secret', `${SECRET}\n`);
    const [bearer, key] = read(
      {
        bearer: { ...entry, scheme: 'Bearer' },
        key: { tenant: 'acme', origins: entry.origins, header: 'x-api-key', file },
      },
      { TOKEN: SECRET },
    );
    expect(bearer?.read()).toEqual({ header: 'authorization', value: `Bearer ${SECRET}`, secret: SECRET });
    expect(key?.read()).toEqual({ header: 'x-api-key', value: SECRET, secret: SECRET });
    write('secret', 'another-secret');
    expect(key?.read().value).toBe('another-secret');
  });

  it('belong to a tenant or to some of its workspaces', () => {
    const credentials = read(
      { all: entry, some: { ...entry, workspaces: ['main'] }, other: { ...entry, tenant: 'globex' } },
      { TOKEN: SECRET },
    );
    const names = (workspaceId: string) =>
      selectCredentials(credentials, { tenantId: 'acme', workspaceId }).map(({ name }) => name);
    expect([names('main'), names('test')]).toEqual([['all', 'some'], ['all']]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', `{ "token": ${SECRET} }`, 'which is not JSON'],
    ['a list', [], 'must be object'],
    ['no tenant', { a: { ...entry, tenant: undefined } }, '/a/tenant is required'],
    ['no origins', { a: { ...entry, origins: [] } }, '/a/origins'],
    ['an address', { a: { ...entry, origins: ['https://agents.example.com/v1'] } }, 'must have origins such as'],
    ['a host', { a: { ...entry, origins: ['agents.example.com'] } }, 'must have origins such as'],
    ['a secret in the file', { a: { ...entry, value: SECRET } }, '/a/value is not a known field'],
    ['a secret for its name', { a: { ...entry, env: `${SECRET}!` } }, '/a/env must match'],
    ['two sources', { a: { ...entry, file: '/x' } }, 'must have either "env"'],
    ['no source', { a: { ...entry, env: undefined } }, 'must have either "env"'],
    ['an unset variable', { a: { ...entry, env: 'UNSET' } }, 'the secret of "a" is missing: set the variable UNSET'],
    [
      'a missing file',
      { a: { ...entry, env: undefined, file: '/none' } },
      'is in /none, which cannot be read (ENOENT)',
    ],
    ['a short secret', { a: { ...entry, env: 'SHORT' } }, 'must have 8 to 8192 characters'],
    ['a secret of two lines', { a: { ...entry, env: 'LINES' } }, 'must be one line of printable ASCII'],
    ['a header of the service', { a: { ...entry, header: 'Host' } }, 'which the service sets itself'],
  ])('with %s fail the start with one line that contains no secret', (_, entries, text) => {
    const environment = { TOKEN: SECRET, SHORT: 'abc', LINES: `${SECRET}\n${SECRET}` };
    let error: unknown;
    try {
      read(entries, environment);
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(SettingError);
    const { message } = error as SettingError;
    expect(message).toContain(text);
    expect(message).toMatch(/^AGENT_CREDENTIALS .*\.$/);
    expect(message).not.toContain(SECRET);
  });
});
