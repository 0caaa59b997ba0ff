import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { spawnTurbo } from '../turbo.ts';

const root = join(import.meta.dirname, '../..');

/** A task of turbo, as its dry run describes it. The inputs are relative to the directory. */
interface Task {
  taskId: string;
  directory: string;
  inputs: Record<string, string>;
}

const steps = [...(COMMANDS.check ?? []), ...(COMMANDS['test:long'] ?? [])];

it.each(steps.flatMap((step) => ('turbo' in step ? [[step.turbo]] : [])))(
  'no task of turbo %j has an input that is generated, so that none runs again without an edit',
  async (args) => {
    const turbo = spawnTurbo([...args, '--dry=json'], ['ignore', 'pipe', 'ignore']);
    const { tasks } = JSON.parse(turbo.stdout ? await text(turbo.stdout) : '') as { tasks: Task[] };
    const inputs = new Set(tasks.flatMap((task) => Object.keys(task.inputs).map((file) => join(task.directory, file))));
    expect(inputs.size).toBeGreaterThan(1000);
    const { stdout } = spawnSync('git', ['check-ignore', '--stdin'], { cwd: root, input: [...inputs].join('\n') });
    expect(String(stdout)).toBe('');
  },
);
