import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, loadTokens, TokensError } from '@aispm/mock';
import { afterAll, describe, expect, it } from 'vitest';
import { BASE, expectError, paths } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tokens = { narrow: { t1: ['w1'] }, wide: { t1: ['*'] }, other: { t2: ['w1'] }, admin: { '*': ['*'] }, none: {} };
const mock = await createMock({ tokens });
const get = (token: string, path: string, headers = {}) =>
  mock.fetch(`${BASE}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

describe('a token', () => {
  it.each(['narrow', 'wide', 'admin'])('has access to its tenants and workspaces: %s', async (token) => {
    expect((await get(token, paths.rules)).status).toBe(200);
  });

  it.each(['other', 'none'])('gets 403 for another tenant: %s', async (token) => {
    expect((await expectError(await get(token, paths.rules), 403)).message).toContain('tenant "t1"');
  });

  it('gets 403 for another workspace', async () => {
    const path = paths.rules.replace('w1', 'w2');
    expect((await expectError(await get('narrow', path), 403)).message).toContain('workspace "w2"');
    expect((await get('wide', path)).status).toBe(200);
  });

  it.each(['unknown', 'constructor', '__proto__'])('gets 401 if it is unknown: %s', async (token) => {
    const response = await get(token, paths.rules);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    await expectError(response, 401);
  });

  it('has no access to a tenant with the name of an inherited property', async () => {
    await expectError(await get('narrow', paths.rules.replace('t1', 'constructor')), 403);
  });

  it('gets 403 even if the request is invalid in other ways, unless it selects an error', async () => {
    await expectError(await get('other', `${paths.rules}?page_size=0`), 403);
    await expectError(await get('other', paths.rules, { prefer: 'code=200' }), 403);
    await expectError(await get('other', paths.rules, { prefer: 'code=500' }), 500);
  });

  it('has access to paths without a tenant', async () => {
    expect((await get('none', paths.dashboard)).status).toBe(200);
  });

  it('has access to everything when the mock has no tokens', async () => {
    const open = await createMock();
    const response = await open.fetch(`${BASE}${paths.rules}`, { headers: { authorization: 'Bearer whatever' } });
    expect(response.status).toBe(200);
  });
});

describe('a token file', () => {
  const save = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it.each([
    ['tokens.json', '{"a":{"t1":["w1"]}}'],
    ['tokens.yaml', 'a:\n  t1: [w1]\n'],
  ])('is read: %s', async (name, text) => {
    expect(await loadTokens(save(name, text))).toEqual({ a: { t1: ['w1'] } });
  });

  it.each([
    ['does not exist', undefined, 'the file does not exist'],
    ['is not JSON', '{', 'it is not valid JSON'],
    ['is a list', '[]', 'it must map tokens to tenants'],
    ['has a token without tenants', '{"a": ["t1"]}', '"a" must map tenants to lists of workspaces'],
    ['has a tenant without a list', '{"a": {"t1": "w1"}}', '"a" must map tenants to lists of workspaces'],
  ])('that %s is rejected with one line of error output', async (name, text, message) => {
    const file = text === undefined ? join(folder, 'none.json') : save(`${name}.json`, text);
    const error = await loadTokens(file).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TokensError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain('\n');
  });
});
