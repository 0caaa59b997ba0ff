/**
 * The process is killed while it writes: every acknowledged write is there, and none is there in part.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../databases/databases.ts';
import { createContent, readAll, Writers } from './load.ts';
import { persistentDatabase } from './persistent-database.ts';
import { type ServingProgram, serveProgram, startProgram } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-crash-'));
const running: ServingProgram[] = [];

afterAll(async () => {
  await Promise.all(running.map((program) => program.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

async function serve(settings: Record<string, string>): Promise<ServingProgram> {
  const program = await serveProgram(settings);
  running.push(program);
  return program;
}

describeOnDatabases('kill -9', (kind) => {
  it('keeps every acknowledged write, and none partially', async () => {
    const { settings, token } = await persistentDatabase(kind, folder, 'crash');
    const acknowledged: string[] = [];
    // The second process is killed as well: the state after a recovery must be recoverable again.
    for (let life = 0; life < 2; life += 1) {
      const program = await serve(settings);
      const writers = new Writers(program.baseUrl, token, { prefix: `life${life}-` });
      await writers.acknowledge(100);
      await program.end('SIGKILL');
      await writers.stop();
      acknowledged.push(...writers.acknowledged);
    }
    const program = await serve(settings);
    const entries = await readAll(program.baseUrl, token);
    expect(acknowledged.filter((key) => !entries.has(key))).toEqual([]);
    for (const [key, { size, value }] of entries) {
      expect(value).toEqual(createContent(key));
      expect(size).toBe(JSON.stringify(value).length);
    }
    expect((await program.end()).code).toBe(0);
  });
});

it('a second process cannot use a data folder', async () => {
  const { settings } = await persistentDatabase('embedded', folder, 'shared');
  await serve(settings);
  const { code, errors } = await startProgram(['serve'], { ...settings, PORT: '0' }).ended;
  expect({ code, errors }).toEqual({
    code: 1,
    errors: `aispm-service: Another process uses the data folder ${settings.DATA_DIR}. Stop it, or set DATA_DIR to another folder.\n`,
  });
});
