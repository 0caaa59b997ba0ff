/** The packed packages on all supported versions of Node.js: without warnings, and with the same results. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { currentTier } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLYGLOT } from './polyglot.ts';
import { published } from './published.ts';
import { endCommand, type RunningCommand, startCommand } from './start-command.ts';
import { CURRENT_NODE, NODE_20, NODE_22 } from './supported-runtimes.ts';
import { whenInstalled } from './when-installed.ts';

const { project } = await whenInstalled();

/** The script of an installed command. */
const script = (name: string) => realpathSync(join(project, 'node_modules/.bin', name));

/** Operations that the conformance suite checks on each push: they read and write, without jobs to wait for. */
const SOME = ['listRules', 'getRule', 'updateIssue', 'putClientStorageEntry'];

/** The only token of the mock: the suite expects that it rejects others. */
const TOKEN = 'a-key';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'aispm-polyglot-'));
  for (const [path, text] of Object.entries(POLYGLOT)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('every published package declares the same versions', () => {
  const engines = published.map(({ folder }) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).engines);
  expect(engines).toEqual(published.map(() => ({ node: '>=20.19.0' })));
});

/** Each push runs the oldest version. */
const VERSIONS = [
  { ...NODE_20, operations: SOME },
  ...(currentTier() === 'test:nightly'
    ? [
        { ...NODE_20, name: `${NODE_20.name}, all operations`, operations: [] },
        { ...NODE_22, operations: SOME },
      ]
    : []),
];

for (const { name, command, operations } of VERSIONS)
  describe(name, () => {
    /** Runs a command to its end, which must succeed silently. */
    const run = async (node: string[], ...args: string[]) => {
      const { code, out, err } = await endCommand([...node, ...args], project);
      expect([code, err]).toEqual([0, '']);
      return out;
    };
    /** Runs a command on both versions of Node.js, and returns the output if it is the same. */
    const runBoth = async (...args: string[]) => {
      const out = await run(command(), ...args);
      expect(out).toBe(await run(CURRENT_NODE.command(), ...args));
      return out;
    };

    let mock: RunningCommand;
    let url: string;
    beforeAll(async () => {
      const tokens = join(project, 'tokens.json');
      writeFileSync(tokens, JSON.stringify({ [TOKEN]: { 'halden-freight': ['production'] } }));
      const options = ['--port', '0', '--stateful', '--tokens', tokens];
      mock = await startCommand([...command(), script('aispm-mock'), ...options], /Ctrl-C/);
      url = /http:\S+/.exec(mock.started)?.[0] ?? '';
    });
    afterAll(() => mock?.stop('SIGKILL'));

    it('the contract and the types load', async () => {
      const { spec, digest, version } = JSON.parse(await runBoth('smoke/contract.js'));
      expect(digest).toEqual(spec);
      expect(version).toBe(digest.contractVersion);
    });

    it('the mock works as a function, as a server, in Express, in Vite and in Mock Service Worker', async () => {
      const ways: Record<string, string[]> = JSON.parse(await runBoth('smoke/mock.js'));
      expect(Object.keys(ways)).toEqual(['fetch', 'server', 'middleware', 'vite', 'vitePreview', 'msw']);
      for (const [way, rules] of Object.entries(ways)) expect(rules, way).toContain('agent-without-owner');
    });

    it('the React hooks query the mock', async () => {
      const { items, pages } = JSON.parse(await runBoth('smoke/react-query.js', url, TOKEN));
      expect(pages.flatMap((page: { items: object[] }) => page.items)).toEqual(items.slice(0, 4));
    });

    it('the conformance suite checks the mock', async () => {
      const known = join(project, 'node_modules/@aispm/conformance/known/aispm-mock.json');
      const target = ['--base-url', url, '--token', TOKEN, '--tenant', 'halden-freight', '--workspace', 'production'];
      const only = operations.length > 0 ? ['--operations', operations.join(',')] : [];
      const options = ['--write', '--strict', '--known', known, '--max-time', '600'];
      const out = await run(command(), script('aispm-conformance'), ...target, ...only, ...options);
      expect(out).toMatch(/ conforms to version .+, 0 failed, \d+ known, 0 not run,/);
    });

    it.each(['scan', 'summary'])('the scanner writes the same %s', async (output) => {
      const out = await runBoth(script('aispm-scan'), folder, '--output', output);
      for (const name of ['港湾長', 'Hafenmeister', 'open_gate', 'readTide']) expect(out).toContain(name);
    });

    it('the scanner queries an MCP server', async () => {
      const args = ['mcp', 'orders', '--no-user', '--path', folder, '--output', 'scan'];
      expect(await runBoth(script('aispm-scan'), ...args)).toContain('cancel_order');
    });

    it('the command of the mock stops on SIGTERM', async () => {
      expect(await mock.stop('SIGTERM')).toMatchObject({ code: 0, err: '' });
    });
  });
