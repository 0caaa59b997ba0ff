/** Scans sources that a test writes into its own folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Edge, ObjectKind } from '../src/index.ts';
import { type ScanOptions, type ScanReport, scan } from '../src/index.ts';

/** What a test compares: names of objects by kind, and relations as `agent -models-> gpt-4.1`. */
export interface Result {
  readonly report: ScanReport;
  readonly names: (kind: ObjectKind) => readonly string[];
  readonly relations: (edge?: Edge) => readonly string[];
}

/** Writes files into an empty folder, which is deleted after the function ends. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'scanner-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Scans files. */
export function scanSources(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: ScanOptions = {},
): Promise<Result> {
  return withFiles(files, async (folder) => {
    const report = await scan(folder, { target: 'example.com/fixture', cache: false, ...options });
    return {
      report,
      names: (kind) =>
        report.objects
          .filter((each) => each.kind === kind)
          .map(({ name }) => name)
          .sort(),
      relations: (edge) =>
        report.relations
          .filter((each) => edge === undefined || each.edge === edge)
          .map(({ from, edge: name, to }) => `${from.name} -${name}-> ${to.name}`)
          .sort(),
    };
  });
}
