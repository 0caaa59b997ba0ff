import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ScanResult } from './scan-process.ts';

/** A scan that takes longer has failed. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Scans a folder in its own process.
 * @param scanner module that exports `scan`.
 * @throws {Error} with what the process wrote, when it ends without a result or takes more than ten minutes.
 */
export async function measureScan(scanner: string, folder: string): Promise<ScanResult> {
  const child = fork(join(import.meta.dirname, 'scan-process.ts'), [scanner, folder], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: TIMEOUT_MS,
    serialization: 'advanced',
  });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  let result: ScanResult | undefined;
  child.on('message', (message) => {
    result = message as ScanResult;
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...end) => resolve(end));
  });
  if (result) return result;
  const end = signal ? `was ended by ${signal}, after at most ${TIMEOUT_MS / 60_000} minutes` : `ended with ${code}`;
  throw new Error(`The scan of ${folder} ${end} and without a result.\n${output.trim()}`);
}
