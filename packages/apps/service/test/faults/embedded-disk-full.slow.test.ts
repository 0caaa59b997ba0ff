/**
 * The disk of the embedded database is full. The service gets its own small disk, which requires the right to mount one in a
 * namespace of the process: without it the tests are skipped.
 *
 * @module-tag long
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { TIMEOUT_MS } from '../timeouts.ts';
import { createContent, put, readAll } from './load.ts';
import { persistentDatabase } from './persistent-database.ts';
import { type ServingProgram, serveProgram } from './program.ts';

const DISK = '96m';
const folder = mkdtempSync(join(tmpdir(), 'aispm-embedded-full-'));
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status === 0;
let program: ServingProgram | undefined;

afterAll(async () => {
  await program?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!mayMount)(
  'writes to the embedded database on a full disk get 503, and no acknowledged write is lost',
  async () => {
    const source = await persistentDatabase('embedded', folder, 'data');
    const disk = join(folder, 'disk');
    program = await serveProgram({ DATA_DIR: join(disk, 'data') }, [
      'unshare',
      '--mount',
      'sh',
      '-c',
      `mkdir ${disk} && mount -t tmpfs -o size=${DISK} tmpfs ${disk} && cp -r ${source.settings.DATA_DIR} ${disk}/data && exec "$0" "$@"`,
    ]);
    const { baseUrl, origin } = program;
    const { token } = source;
    const filling = join(`/proc/${program.process.pid}/root`, disk, 'filling');
    const fill = () => {
      for (const size of [1 << 20, 1 << 12]) {
        try {
          for (;;) appendFileSync(filling, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    };
    const acknowledged: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      fill();
      // The existing files have room for some writes, until one must grow or a new one is needed.
      let rejected = 0;
      for (let index = 0; rejected < 3; index += 1) {
        expect(index, 'writes continue although the disk is full').toBeLessThan(3_000);
        const key = `round${round}-${index}`;
        const { status, retryAfter, body } = await put(baseUrl, token, key);
        if (status === 201) acknowledged.push(key);
        else {
          if (rejected === 0) expect(body?.message).toContain('no space left');
          expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
          rejected += 1;
        }
      }
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      rmSync(filling);
      await vi.waitUntil(async () => (await put(baseUrl, token, `again${round}`)).status === 201, {
        timeout: TIMEOUT_MS,
      });
      acknowledged.push(`again${round}`);
    }
    const entries = await readAll(baseUrl, token);
    expect(acknowledged.filter((key) => !entries.has(key))).toEqual([]);
    for (const [key, { value }] of entries) expect(value).toEqual(createContent(key));
    expect((await program.end()).code).toBe(0);
  },
);

it.skipIf(!mayMount)('the embedded database rejects requests after a panic, and reopens once there is space', () => {
  const disk = join(folder, 'small');
  const { stdout, stderr, status } = spawnSync(
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      `mkdir ${disk} && mount -t tmpfs -o size=80m tmpfs ${disk} && exec "$0" "$@"`,
      process.execPath,
      join(import.meta.dirname, 'wal-panic.ts'),
      disk,
    ],
    { encoding: 'utf8', timeout: TIMEOUT_MS },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { errors, isUsable, reopenedFull, inserted, rows } = JSON.parse(stdout);
  expect(errors).toEqual(Array(2).fill(expect.objectContaining({ severity: 'PANIC', code: '53100' })));
  expect(isUsable).toBe(false);
  expect(reopenedFull).toMatchObject({ name: 'DatabaseUnavailable' });
  expect(inserted).toBeGreaterThan(3);
  expect(rows).toEqual([{ count: inserted }]);
});
