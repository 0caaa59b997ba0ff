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
