import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const SPEC = join(import.meta.dirname, '../../../../spec');

/** A section of the changelog. */
export interface Release {
  version: string;
  /** The day of the release, such as `2026-11-23`. */
  date: string;
  /** The changes in Markdown. */
  markdown: string;
}

/** Returns the path of a release's contract in the site, relative to its root. */
export function releaseContractPath(version: string): string {
  return `releases/${version}/openapi.yaml`;
}

/** Returns the file with the contract of a release. */
export function releaseContractFile(version: string): string {
  return join(SPEC, `releases/${version}.yaml`);
}

/**
 * Writes the releases as a Markdown table, newest first, with the contract and the Redoc page of each.
 *
 * @param current the version that the site describes, whose Redoc page is the site's
 */
export function releaseTable(current: string): string {
  const rows = readReleases().map(({ version, date }) => {
    const redoc = version === current ? '/redoc/' : `/redoc/${version}/`;
    const link = (text: string, path: string) => `[${text}](${path}){target="_self"}`;
    return `| ${version} | ${date} | ${link('openapi.yaml', `/${releaseContractPath(version)}`)} | ${link('Redoc', redoc)} |`;
  });
  return ['| Version | Released | Contract | Reference |', '|---|---|---|---|', ...rows].join('\n');
}

/** Reads the releases from the changelog, newest first, without unreleased changes. `spec/releases/dates.yaml` has the dates. */
export function readReleases(): Release[] {
  const dates: Record<string, string> = parse(readFileSync(join(SPEC, 'releases/dates.yaml'), 'utf8'));
  const [, ...sections] = readFileSync(join(SPEC, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  return sections.flatMap((section) => {
    const [version = '', ...lines] = section.split('\n');
    if (version.includes('unreleased')) return [];
    const date = dates[version];
    if (!date) throw new Error(`spec/releases/dates.yaml has no date for ${version}. Add its release date.`);
    return [{ version, date, markdown: lines.join('\n').trim() }];
  });
}
