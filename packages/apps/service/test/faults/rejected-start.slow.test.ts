/**
 * A first start whose port is in use: the next start still prints the key of the demo.
 *
 * @module-tag long
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from './program.ts';

it('a service that cannot listen on its port creates no key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-service-rejected-'));
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  onTestFinished(() => {
    holder.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };

  const rejected = await startProgram(['serve'], { ...settings, PORT: String(port) }).ended;
  expect(rejected).toMatchObject({ code: 2, output: '' });
  expect(rejected.errors).toContain(`Cannot listen on 127.0.0.1, port ${port}: another process is using it.`);

  const started = startProgram(['serve'], { ...settings, PORT: '0' });
  onTestFinished(() => void started.end('SIGKILL'));
  await expect.poll(() => started.output).toMatch(/^ {2}aispm_\S+$/m);
  expect(await started.end()).toMatchObject({ code: 0 });
});
