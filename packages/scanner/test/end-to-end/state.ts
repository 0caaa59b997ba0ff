/** Reads what the service has of a workspace. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  listAgents,
  listFineGrainedIssues,
  listIssues,
  listMcpServers,
  listModels,
  listTools,
  paginate,
  type WorkspaceClient,
} from '@aispm/client';
import type { FineGrainedIssue } from '@aispm/types';
import type { ExpectedFinding } from './repositories/repository.ts';

/** Times of observations, the scan that saw something last, and the versions of issues: they change with each scan. */
const SIGHTINGS = ['last_seen_at', 'updated_at', 'scan_id', 'etag'];

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Returns the unresolved occurrences. */
export async function readFindings(client: WorkspaceClient): Promise<FineGrainedIssue[]> {
  const all = await collect(paginate(client, listFineGrainedIssues, {}));
  return all.filter(({ resolved_at: resolved }) => resolved === null);
}

/** Returns findings as the tests expect them: with the text of the line to which each points. */
export function describeFindings(folder: string, findings: readonly FineGrainedIssue[]): ExpectedFinding[] {
  return findings.map(({ rule_id: rule, aispm_friendly_name: object, location }) => {
    const file = location?.file_path ?? '';
    const lines = file === '' ? [] : readFileSync(join(folder, file), 'utf8').split('\n');
    return { rule, object, file, line: lines[(location?.start_line ?? 0) - 1]?.trim() ?? '' };
  });
}

/** Returns everything that scans change but the times of observations: objects, issues with their versions, and occurrences. */
export async function readState(client: WorkspaceClient): Promise<Record<string, unknown>[]> {
  const lists = await Promise.all([
    collect(paginate(client, listAgents, {})),
    collect(paginate(client, listTools, {})),
    collect(paginate(client, listModels, {})),
    collect(paginate(client, listMcpServers, {})),
    collect(paginate(client, listIssues, {})),
    collect(paginate(client, listFineGrainedIssues, {})),
  ]);
  return lists
    .flat()
    .map((record) => Object.fromEntries(Object.entries(record).filter(([key]) => !SIGHTINGS.includes(key))));
}
