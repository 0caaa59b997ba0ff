/** The help of `aispm-service`, and how it rejects arguments and settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTINGS } from '../src/composition/settings.ts';
import { runHere } from './run-command.ts';

it('--help and the README describe every setting', async () => {
  const { code, out } = await runHere(['--help']);
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(code).toBe(0);
  for (const { name, default: value, description } of SETTINGS) {
    expect(out).toContain(name);
    expect(readme).toContain(`| \`${name}\` | ${value && `\`${value}\``} | ${description} |`);
  }
});

it.each([
  [['fly'], {}, 'Unknown command "fly"'],
  [['keys'], {}, 'create, list or revoke'],
  [['keys', 'create', '--workspace', 'w'], {}, 'requires a tenant'],
  [['keys', 'create', '--tenant', 'a b', '--workspace', 'w'], {}, '--tenant must be'],
  [['keys', 'create', '--tenant', 't', '--workspace', 'w', '--access', 'owner'], {}, '--access must be one of read'],
  [['keys', 'create', '--tenant', 't', '--workspace', 'w', '--name', ''], {}, '--name must have'],
  [['keys', 'create', '--tenant', 't', '--workspace', 'w', '--expires', 'soon'], {}, '--expires must be a timestamp'],
  [['keys', 'create', '--tenant', 't', '--workspace', 'w', '--expires', '2020-01-01T00:00:00Z'], {}, 'in the future'],
  [['keys', 'create', '--tenant', 't', '--workspace', 'w', '--expires', '2999'], {}, '--expires must be a timestamp'],
  [['audit'], {}, 'Use audit with export'],
  [['audit', 'export', 'all'], {}, 'has no argument "all"'],
  [['audit', 'export', '--tenant', 't'], {}, '--tenant requires --workspace'],
  [['audit', 'export', '--workspace', 'w'], {}, 'requires a tenant'],
  [['audit', 'export', '--since', '5'], {}, '--since must be a timestamp'],
  [['audit', 'export', '--until', '2026-02-31T00:00:00Z'], {}, '--until must be a timestamp'],
  [['audit', 'export', '--until', '9999-12-31T23:59:59-01:00'], {}, '--until must be a timestamp'],
  [['serve', '--port', '1'], {}, "Unknown option '--port'. See aispm-service --help."],
  [['keys', 'create', '--tenant', '-t'], {}, "'--tenant' argument is ambiguous. See aispm-service --help."],
  [['serve'], { PORT: 'many' }, 'PORT must be integer, got "many"'],
  [['serve'], { DATABASE_URL: 'mysql://user:secret@host' }, 'DATABASE_URL must be a URL'],
  [['serve'], { TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a number of proxies'],
  [['serve'], { TRUST_PROXY: '0' }, 'TRUST_PROXY must be a number of proxies, 1 to 100'],
  [['serve'], { TRUST_PROXY: '10.0.0.0/8, everybody' }, 'got "everybody"'],
  [['serve'], { TRUST_PROXY: '0.0.0.0/0' }, 'got "0.0.0.0/0"'],
  [['serve'], { METRICS_PORT: 'many' }, 'METRICS_PORT must be integer'],
  [['worker'], {}, 'requires DATABASE_URL'],
])('%j with %j fails with one line', async (args, environment, text) => {
  const { code, out, err } = await runHere(args, environment);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(text);
  expect(err).not.toContain('secret');
  expect(err.trim().split('\n')).toHaveLength(1);
});
