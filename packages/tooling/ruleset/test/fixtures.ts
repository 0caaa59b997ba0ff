/** The fixtures of the rules. */
import { parse } from 'yaml';
import { readPackageFile } from './lint.ts';

/** Formats the locations of findings, in alphabetical order. */
export function formatLocations(findings: { path: (string | number)[] }[]): string[] {
  return findings.map(({ path }) => path.join(' › ')).sort();
}

/** The locations at which the bad fixture of a rule expects findings. */
export function readExpected(id: string): string[] {
  const paths = parse(readPackageFile(`fixtures/${id}/bad.yaml`))['x-expected'] as (string | number)[][];
  return formatLocations(paths.map((path) => ({ path })));
}
