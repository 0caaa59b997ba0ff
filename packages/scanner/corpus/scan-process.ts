/**
 * Scans one folder in its own process, so that time and memory are those of the scan alone. Started by `measure-scan.ts`
 * with the module of the scanner and the folder; sends the result to its parent.
 */
import { pathToFileURL } from 'node:url';
import type { ScanDocument } from '@aispm/types';

/** What the process sends. */
export interface ScanResult {
  document: ScanDocument;
  seconds: number;
  /** Highest resident memory of the process, in bytes. */
  peakBytes: number;
}

/** The part of the scanner's interface that is measured. */
interface Scanner {
  scan(path: string, options: object): Promise<{ document: ScanDocument }>;
}

const [module, folder] = process.argv.slice(2);
if (!module || !folder || !process.send) throw new Error('This process is started by measure-scan.ts.');
const scanner = (await import(pathToFileURL(module).href)) as Scanner;
const start = performance.now();
const { document } = await scanner.scan(folder, { cache: false });
const seconds = (performance.now() - start) / 1000;
const result: ScanResult = { document, seconds, peakBytes: process.resourceUsage().maxRSS * 1024 };
process.send(result, undefined, undefined, () => process.disconnect());
