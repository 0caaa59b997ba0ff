/**
 * The disk of the embedded database is full. The service gets a small disk of its own, which takes the right to mount one in a
 * namespace of the process: where that is not given, the test says so and is left out.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import { lastingDatabase } from './lasting.ts';
import { contentOf, put, readAll } from './load.ts';
import { type ServingProgram, serveProgram } from './program.ts';

const DISK = '96m';
const folder = mkdtempSync(join(tmpdir(), 'aispm-embedded-full-'));
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status === 0;
let program: ServingProgram | undefined;

afterAll(async () => {
  await program?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!mayMount)(
  'on a full disk the embedded database refuses with 503, and goes on with all that was acknowledged once there is room',
  async () => {
    const source = await lastingDatabase('embedded', folder, 'data');
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
      // What is there already takes some more, until a file has to grow or a new one is needed.
      let refused = 0;
      for (let index = 0; refused < 3; index += 1) {
        expect(index, 'writes go on however full the disk is').toBeLessThan(3_000);
        const key = `round${round}-${index}`;
        const { status, retryAfter, body } = await put(baseUrl, token, key);
        if (status === 201) acknowledged.push(key);
        else {
          if (refused === 0) expect(body?.message).toContain('no space left');
          expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
          refused += 1;
        }
      }
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      rmSync(filling);
      await until(async () => (await put(baseUrl, token, `again${round}`)).status === 201);
      acknowledged.push(`again${round}`);
    }
    const entries = await readAll(baseUrl, token);
    expect(acknowledged.filter((key) => !entries.has(key))).toEqual([]);
    for (const [key, { value }] of entries) expect(value).toEqual(contentOf(key));
    expect((await program.end()).code).toBe(0);
  },
);

test.skipIf(!mayMount)(
  'a panic of the embedded database holds nothing up, and it opens again once there is room',
  () => {
    const disk = join(folder, 'small');
    const { stdout, stderr, status } = spawnSync(
      'unshare',
      [
        '--mount',
        'sh',
        '-c',
        `mkdir ${disk} && mount -t tmpfs -o size=80m tmpfs ${disk} && exec "$0" "$@"`,
        process.execPath,
        join(import.meta.dirname, 'panic.ts'),
        disk,
      ],
      { encoding: 'utf8', timeout: 200_000 },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { errors, isUsable, reopenedFull, kept, rows } = JSON.parse(stdout);
    expect(errors).toEqual(Array(2).fill(expect.objectContaining({ severity: 'PANIC', code: '53100' })));
    expect(isUsable).toBe(false);
    expect(reopenedFull).toMatchObject({ name: 'DatabaseUnavailable' });
    expect(kept).toBeGreaterThan(3);
    expect(rows).toEqual([{ count: kept }]);
  },
);
