/** The arguments of `aispm-mock`, without starting processes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { main } from '../dist/command.js';

const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PETSTORE = join(folder, 'petstore.json');
writeFileSync(PETSTORE, JSON.stringify({ openapi: '3.0.3', info: { title: 'Pet Store', version: '1' }, paths: {} }));

/** Runs the command, and returns its exit status and what it prints. */
async function runCommand(args: string[]) {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    stdout.mockRestore();
    stderr.mockRestore();
  });
  const code = await main(args);
  const [printed = '', errors = ''] = [stdout, stderr].map(({ mock }) => mock.calls.map(([text]) => text).join(''));
  return { code, printed, errors };
}

describe('aispm-mock', () => {
  it('--help describes every flag', async () => {
    const { code, printed } = await runCommand(['--help']);
    expect(code).toBe(0);
    const accepted = [
      'port',
      'host',
      'base-url',
      'contract',
      'dynamic',
      'seed',
      'delay',
      'chaos',
      'tokens',
      'stateful',
      'proxy',
      'record',
      'overrides',
      'no-control',
      'control-token',
      'quiet',
      'help',
    ];
    for (const flag of accepted) expect(printed).toContain(`--${flag}`);
  });

  it.each([
    ['an unexpected argument', ['4010'], /4010/],
    ['a port that is not a number', ['--port', 'http'], /--port must be a number from 0 to 65535; got "http"/],
    ['a port that is too large', ['--port', '65536'], /65536/],
    ['a flag without its value', ['--port'], /--port/],
    ['a negative number as another argument', ['--delay', '-1'], /--delay must be .*; got "-1"/],
    ['a negative port', ['--port', '-1'], /--port must be .*; got "-1"/],
    ['a negative number of rows', ['--rows', '-1'], /--rows must be .*; got "-1"/],
    ['a negative delay', ['--delay=-1'], /--delay must be .*; got "-1"/],
    ['an option and its negation', ['--now', '--no-now'], /--now contradicts --no-now/],
    [
      'overrides that are missing',
      ['--overrides', join(folder, 'none.json')],
      /The overrides ".*" cannot be used: the file/,
    ],
    ['overrides of another structure', ['--overrides', PETSTORE], /cannot be used: they must be an array/],
    ['a recording without a proxy', ['--record', join(folder, 'recorded.json')], /The option record requires proxy/],
    ['a proxy that is not a URL', ['--proxy', 'staging'], /The proxy must be an http or https URL/],
    ['a URL as a contract', ['--contract', 'https://x.test/y.yaml'], /URLs are not supported; download/],
    ['a folder as a contract', ['--contract', folder], /cannot be used: it is a folder/],
    ['a folder as tokens', ['--tokens', folder], /cannot be used: it is a folder/],
    ['a folder as a state', ['--state', folder], /cannot be read: it is a folder/],
    ['chaos for an unknown operation', ['--chaos', 'listAgent:error=1'], /"listAgent"; did you mean listAgents\?\n$/],
    ['a state file for a stateless mock', ['--state', 'x', '--no-stateful'], /--state contradicts/],
    ['a delay that is too long', ['--delay', '30001'], /--delay must be .* from 0 to 30000; got "30001"/],
    ['a token of a disabled control', ['--no-control', '--control-token', 'x'], /--control-token contradicts/],
    ['an invalid token of the control', ['--control-token', 'a b'], /token of control must be/],
    ['an invalid base URL', ['--base-url', 'v1'], /base URL must be .*; got "v1"/],
    ['a missing token file', ['--tokens', 'none.json'], /none\.json cannot be used: the file does not exist/],
    ['a missing contract', ['--contract', 'none.yaml'], /none\.yaml cannot be used: the file does not exist/],
    [
      'the contract of another API',
      ['--contract', PETSTORE],
      /isn't a revision of the AISPM contract \(it must be OpenAPI 3\.1, .* use Prism, "npx/,
    ],
    [
      'a file for the state in a folder that does not exist',
      ['--state', join(folder, 'no/such')],
      /cannot be written: the folder ".*" does not exist\.\n$/,
    ],
    ['an address of another machine', ['--host', '192.0.2.1'], /Cannot listen on 192\.0\.2\.1/],
  ])('exits with status 1 and one line of error output for %s', async (_, args, message) => {
    const { code, printed, errors } = await runCommand(args);
    expect([code, printed]).toEqual([1, '']);
    expect(errors).toMatch(/^aispm-mock: [^\n]+\n$/);
    expect(errors).toMatch(message);
  });
});
