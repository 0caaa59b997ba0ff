/** The state of a mock in a file, which outlives it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type MockOptions } from '@aispm/mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallContract } from './small-contract.ts';
import { BASE, TOKEN } from './support.ts';

const SCOPE = 'tenants/halden-freight/workspaces/production';
const AGENTS = `${BASE}/aispm-agents/${SCOPE}`;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aispm-state-'));
  file = join(folder, 'state.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const create = (options: MockOptions = {}) => createMock({ stateful: true, stateFile: file, ...options });

/** Resolves as soon as the file contains a string. */
const isWritten = (text: string) => expect.poll(() => readFileSync(file, 'utf8')).toContain(text);

describe('a state file', () => {
  it('lets another mock continue with the same records and their changes', async () => {
    const mock = await create({ dynamic: true });
    const before = (await (await mock.fetch(AGENTS, { headers: TOKEN })).json()) as { items: object[] };
    mock.data.agents.create({ aispm_friendly_name: 'Kept' });
    await isWritten('Kept');
    const next = await create();
    const after = (await (await next.fetch(AGENTS, { headers: TOKEN })).json()) as { items: object[] };
    expect(next.data.agents.list().map(({ aispm_friendly_name }) => aispm_friendly_name)).toContain('Kept');
    expect(after.items).toEqual(expect.arrayContaining(before.items.slice(0, 3)));
    next.reset();
    await expect.poll(() => readFileSync(file, 'utf8')).not.toContain('Kept');
  });

  it('is only readable by its owner, and replaced atomically', async () => {
    const mock = await create();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const first = statSync(file).ino;
    mock.data.rules.create({ rule_name: 'Another file' });
    await isWritten('Another file');
    expect(statSync(file).ino).not.toBe(first);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('starts over when the contract is reloaded', async () => {
    const mock = await create();
    mock.data.agents.create({ aispm_friendly_name: 'Gone' });
    await isWritten('Gone');
    await mock.reload(smallContract());
    expect(readFileSync(file, 'utf8')).not.toContain('Gone');
  });

  it.each([
    ['broken JSON', '{"format":', /state\.json" is not valid JSON: .*Use another file, or delete it\.$/],
    ['another file', '{"name":"x"}', /state\.json" is not a state of the mock\. Use another file, or delete it\.$/],
    [
      'a later version',
      '{"format":"aispm-mock-state","version":2,"start":{}}',
      /written by another version of the mock\. Delete it/,
    ],
    [
      'another contract',
      '{"format":"aispm-mock-state","version":1,"start":{},"contract":"x"}',
      /another version of the contract\. Delete it/,
    ],
  ])('is rejected and not changed: %s', async (_, text, message) => {
    writeFileSync(file, text);
    await expect(create()).rejects.toThrow(message);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is rejected if its changes are damaged or contradict the options', async () => {
    await create({ dynamic: true, seed: 'a' });
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    await expect(create({ seed: 'b' })).rejects.toThrow(
      /started with seed a; got b\. Use the same seed or another file\.$/,
    );
    await expect(create({ scenario: 'story' })).rejects.toThrow(/started with scenario generated; got story/);
    writeFileSync(file, JSON.stringify({ ...stored, changes: { mutations: [], stores: { me: { lists: 3 } } } }));
    await expect(create()).rejects.toThrow(/is damaged: .*Delete it to start over\.$/);
  });

  it('is rejected if it cannot be written, or without state', async () => {
    await expect(create({ stateFile: join(folder, 'no/such/folder') })).rejects.toThrow(
      /cannot be written: the folder ".*no\/such" does not exist\.$/,
    );
    await expect(create({ stateful: false })).rejects.toThrow(/stateFile requires stateful: true/);
    await expect(create({ stateFile: folder })).rejects.toThrow(/cannot be read: it is a folder; use a file\.$/);
  });
});
