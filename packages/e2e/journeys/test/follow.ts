/** Follows a guide like a reader. */
import { strictEqual } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '@aispm/testing';
import { type Commands, readGuide, type Sight } from './guide.ts';
import { isShown, normalize } from './shown.ts';
import { openTerminal, type Running, startCommands, waitFor } from './terminal.ts';

/** Options of a journey. */
export interface JourneyOptions {
  /** The ports in the guide. Free ones replace them, because other tests run at the same time. */
  ports?: number[];
  /** Ports of running servers, by the ports in the guide. */
  servers?: Record<number, number>;
  /** Replacements for commands of the guide that take minutes or need a network. */
  replaced?: Record<string, string>;
  /** The heading at which the journey ends. */
  until?: string;
  /** Looks where the guide tells the reader to look, and returns what is there. */
  look?: (sight: Sight, reader: Reader) => Promise<string>;
}

/** The state of the reader. */
export interface Reader {
  /** The current folder of the first terminal. */
  folder: string;
  /** The environment of the terminals. */
  env: NodeJS.ProcessEnv;
  /** Replaces the ports of the guide. */
  toActual(text: string): string;
  /** Returns the output of another terminal. */
  read(terminal: string): string;
}

/**
 * Follows a guide, and compares what each command prints with what the guide shows.
 *
 * @param name the name of the guide, such as `quick-start`
 * @param home the initial folder of each terminal
 * @param env the environment of the terminals
 * @throws {AssertionError} when an output differs
 * @throws {Error} when a command fails, or the guide can't be followed
 */
export async function follow(
  name: string,
  home: string,
  env: NodeJS.ProcessEnv,
  { until, ports = [], servers = {}, replaced = {}, look }: JourneyOptions = {},
): Promise<void> {
  const steps = readGuide(name, until);
  const actual = new Map(Object.entries(servers).map(([shown, port]) => [Number(shown), port]));
  for (const port of ports) actual.set(port, await freePort());
  const toActual = (text: string) => replacePorts(replaceCommands(text, replaced), actual);
  const toShown = (text: string) => replacePorts(text, new Map([...actual].map(([shown, port]) => [port, shown])));
  for (const command of Object.keys(replaced)) {
    if (!steps.some(({ text }) => text.split('\n').includes(command))) throw new Error(`${name} has no "${command}".`);
  }
  const others = new Map<string, Running>();
  const main = openTerminal(home, env);
  try {
    for (const step of steps) {
      if (step.kind === 'file') save(join(main.folder, step.path), toActual(step.text));
      else if (step.kind === 'sight') {
        if (look === undefined) throw new Error(`Nothing looks at "${step.where}" in the guide ${name}.`);
        const read = (terminal: string) => others.get(terminal)?.output ?? '';
        const seen = await look(step, { folder: main.folder, env, toActual, read });
        compare(step.text, toShown(seen), step.where);
      } else if (step.terminal === '') compare(step.shown, toShown(await main.run(toActual(step.text))), step.text);
      else {
        await others.get(step.terminal)?.stop();
        const running = startCommands(toActual(step.text), home, env);
        others.set(step.terminal, running);
        await waitForShown(
          step,
          () => toShown(running.output),
          () => running.code !== undefined,
        );
      }
    }
  } finally {
    await Promise.all([main.close(), ...[...others.values()].map((running) => running.stop())]);
  }
}

/** Waits until a long-running command has printed what the guide shows. */
async function waitForShown({ shown, text }: Commands, read: () => string, hasEnded: () => boolean): Promise<void> {
  if (shown === undefined) throw new Error(`The guide does not show when this is ready:\n${text}`);
  await waitFor(() => (isShown(shown, read()) ? true : undefined), hasEnded);
  compare(shown, read(), text);
}

function compare(shown: string | undefined, printed: string, source: string): void {
  if (shown === undefined || isShown(shown, printed)) return;
  strictEqual(normalize(printed), normalize(shown), `The output is not as the guide shows it:\n${source}`);
}

function save(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Replaces whole lines. */
function replaceCommands(text: string, replaced: Readonly<Record<string, string>>): string {
  return text
    .split('\n')
    .map((line) => replaced[line] ?? line)
    .join('\n');
}

function replacePorts(text: string, ports: ReadonlyMap<number, number>): string {
  return text.replaceAll(/\b\d{4,5}\b/g, (digits) => String(ports.get(Number(digits)) ?? digits));
}
