/**
 * Talks to a server over its standard input and output. Unlike the transport of the SDK, it ends all processes that the server started,
 * also those that left its group, and it limits what the server may send.
 */
import { type ChildProcessWithoutNullStreams, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import spawn from 'cross-spawn';
import type { Launch } from './launch.ts';

/** Bytes of one message, and of all together. */
const MAX_MESSAGE = 16 * 1024 * 1024;
const MAX_TOTAL = 64 * 1024 * 1024;
/** Lines that aren't messages; some programs print notes. */
const MAX_INVALID = 200;
/** How much of the standard error is stored to explain a failure. */
const MAX_STANDARD_ERROR = 2_000;
/** How long a server may take to end after its input was closed, and after it was asked to, in milliseconds. */
const EXIT_TIMEOUT_MS = 1_000;

/** Marks the processes of a server in their environment, so that they can be found wherever they are. */
const MARK = 'AISPM_SCAN_QUERY';

/** A running server. */
export interface ProcessTransport extends Transport {
  /** The end of what the server printed to its standard error. */
  readonly standardError: () => string;
  /** Why the process ended; undefined while it runs. */
  readonly ending: () => string | undefined;
  readonly invalidLines: () => number;
}

/** What the transport needs of the SDK. */
export interface Framing {
  readonly deserializeMessage: (line: string) => JSONRPCMessage;
  readonly serializeMessage: (message: JSONRPCMessage) => string;
}

/** Turns what a server prints into messages, one a line, within limits. */
function createReceiver({ deserializeMessage }: Framing, onMessage: (message: JSONRPCMessage) => void) {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  let invalid = 0;
  const endLine = () => {
    const line = Buffer.concat(parts).toString('utf8').trim();
    parts = [];
    length = 0;
    if (line === '') return;
    try {
      onMessage(deserializeMessage(line));
    } catch {
      invalid += 1;
      if (invalid > MAX_INVALID) throw new Error(`It printed more than ${MAX_INVALID} lines that aren't messages.`);
    }
  };
  return {
    invalidLines: () => invalid,
    /** Takes what was printed; throws when it exceeds a limit. */
    append: (chunk: Buffer) => {
      total += chunk.length;
      if (total > MAX_TOTAL) throw new Error(`It sent more than ${MAX_TOTAL} bytes.`);
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
        parts.push(chunk.subarray(start, end));
        endLine();
        start = end + 1;
      }
      parts.push(chunk.subarray(start));
      length += chunk.length - start;
      if (length > MAX_MESSAGE) throw new Error(`It sent a message of more than ${MAX_MESSAGE} bytes.`);
    },
  };
}

/** What is known of a program that was started. */
interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<void>;
  readonly endNow: () => void;
}

/**
 * What a program gets of the environment, apart from its own settings: nothing that may be a secret. It is what the transport of the SDK
 * passes on.
 */
const INHERITED = [
  ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PROCESSOR_ARCHITECTURE', 'PROGRAMFILES', 'SYSTEMDRIVE'],
  ...['SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE'],
];

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Creates a transport; `start` starts the program without a shell. */
export function createProcessTransport(
  launch: Launch & { readonly kind: 'program' },
  framing: Framing,
): ProcessTransport {
  const id = randomUUID();
  let running: Running | undefined;
  let reason: string | undefined;
  let standardError = '';
  const receiver = createReceiver(framing, (message) => transport.onmessage?.(message));
  const receive = (chunk: Buffer) => {
    try {
      receiver.append(chunk);
    } catch (error) {
      reason ??= (error as Error).message;
      transport.onerror?.(error as Error);
      void transport.close();
    }
  };
  const transport: ProcessTransport = {
    standardError: () => standardError,
    ending: () => reason,
    invalidLines: receiver.invalidLines,
    start: () =>
      new Promise((resolve, reject) => {
        running = startProgram(launch, { ...inheritedEnvironment(), ...launch.environment, [MARK]: id }, id);
        const { child, ended } = running;
        child.once('spawn', () => resolve());
        child.once('error', (error: NodeJS.ErrnoException) => {
          reason ??= `It can't be started (${error.code ?? 'unknown error'}).`;
          reject(new Error(reason));
        });
        child.once('exit', (code, signal) => {
          reason ??= signal === null ? `It ended with the exit code ${code}.` : `It was ended by ${signal}.`;
          // What it printed last may arrive later.
          void within(EXIT_TIMEOUT_MS, ended).then(() => transport.onclose?.());
        });
        child.stdout.on('data', receive);
        child.stderr.on('data', (chunk: Buffer) => {
          standardError = (standardError + chunk.toString('utf8')).slice(-MAX_STANDARD_ERROR);
        });
      }),
    send: async (message) => {
      const target = running;
      if (target === undefined) throw new Error(reason ?? 'It does not run.');
      const error = await write(target.child.stdin, framing.serializeMessage(message));
      if (error === undefined) return;
      // Usually it has ended, and why is known a moment later.
      await within(EXIT_TIMEOUT_MS, target.ended);
      throw new Error(reason ?? error.message);
    },
    close: async () => {
      const stopped = running;
      running = undefined;
      if (stopped === undefined) return;
      await stopProgram(stopped);
      transport.onclose?.();
    },
  };
  return transport;
}

/** Writes a string, and returns why that failed. */
function write(input: Writable, text: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    input.write(text, (error) => resolve(error ?? undefined));
  });
}

function startProgram(
  { command, args, folder }: Launch & { readonly kind: 'program' },
  environment: Readonly<Record<string, string>>,
  id: string,
): Running {
  // On Windows, most programs such as npx and uvx are scripts, which `spawn` of Node.js doesn't start.
  const child = spawn(command, [...args], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own group, which can be ended as a whole.
    detached: process.platform !== 'win32',
    windowsHide: true,
  }) as ChildProcessWithoutNullStreams;
  const endNow = () => killAll(child.pid, id);
  process.once('exit', endNow);
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
    child.once('error', () => done());
  });
  for (const stream of child.stdio.slice(0, 3)) stream?.on('error', () => {});
  return { child, ended, endNow };
}

async function stopProgram({ child, ended, endNow }: Running): Promise<void> {
  // Nothing that still arrives matters.
  child.stdout.removeAllListeners('data').resume();
  child.stdin.end();
  await within(EXIT_TIMEOUT_MS, ended);
  if (child.exitCode === null && child.signalCode === null) {
    signalGroup(child.pid, 'SIGTERM');
    await within(EXIT_TIMEOUT_MS, ended);
  }
  endNow();
  child.stdout.destroy();
  child.stderr.destroy();
  process.off('exit', endNow);
}

async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}

/** Ends the group of a process, and on Linux every other process that has its mark in the environment. */
function killAll(pid: number | undefined, id: string): void {
  signalGroup(pid, 'SIGKILL');
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(`${MARK}=${id}`))
        process.kill(Number(name), 'SIGKILL');
    } catch {
      // It ended in the meantime, or belongs to another user.
    }
  }
}

function signalGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    // Windows has no groups, and its processes ignore a request to end.
    if (process.platform === 'win32') execFileSync('taskkill', ['/PID', `${pid}`, '/T', '/F'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
