/** Compares the files of an export with the list of its view. */

import { isDeepStrictEqual } from 'node:util';
import type { ViewEntity } from '@aispm/types';
import { parse } from 'csv-parse/sync';
import { getList, getRowId, type List } from '../contract/lists.ts';
import { findParameter, type Json, type Operation } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongText, wrongValue } from '../session/violations.ts';
import { type Walk, walk } from './lists/walk.ts';

/** A format of the file. */
interface FileFormat {
  mediaType: string;
  /**
   * Parses the rows of a file.
   *
   * @throws {Error} when the file doesn't have this format
   */
  parse(text: string): Json[];
}

/** The formats by value of the `format` parameter. */
const FORMATS: Readonly<Record<string, FileFormat>> = {
  csv: { mediaType: 'text/csv', parse: (text) => parse(text, { columns: true }) },
  ndjson: {
    mediaType: 'application/x-ndjson',
    parse: (text) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  },
};

/** Reads the rows of a view from the list that it shows, with the view's filters. */
export function walkView(session: Session, { entity, filters }: Json): Promise<Walk> {
  const { operation, list } = getListOfView(session, entity);
  const size = findParameter(operation, 'query', 'page_size')?.schema.maximum;
  const subject = { operation, list, cell: session.cell(operation.id, 'response'), path: session.scope };
  return walk(session, subject, { ...(filters as Json), page_size: size }, 'the rows of a view');
}

/**
 * Downloads the file of a completed export in every format, and compares its rows with the rows of the list.
 *
 * @param path of the download
 * @param view that was exported
 * @param before the rows of the list before the export; rows that change during the export are not compared
 */
export async function checkFiles(session: Session, path: Json, view: Json, before: Walk): Promise<void> {
  const { list } = getListOfView(session, view.entity);
  const files = await downloadFiles(session, path, list);
  const after = await walkView(session, view);
  const getIds = ({ rows }: Walk) => rows.map((row) => getRowId(row, list));
  const expected = getIds(after);
  if (!before.isValid || !after.isValid || !isDeepStrictEqual(getIds(before), expected)) return;
  for (const { response, ids } of files) {
    const found = after.isComplete ? ids : ids.slice(0, expected.length);
    const length = Math.max(found.length, expected.length);
    const wrong = Array.from({ length }).findIndex((_, index) => found[index] !== expected[index]);
    response.assert(wrong === -1, () =>
      wrongText('body', '', `row ${wrong + 1} as in the list: ${expected[wrong] ?? 'none'}`, found[wrong] ?? 'none'),
    );
  }
}

/** Downloads the file in every format. Returns the identifiers of the rows. */
async function downloadFiles(session: Session, path: Json, list: List) {
  const download = session.getOperation('downloadViewExport');
  const formats = (findParameter(download, 'query', 'format')?.schema.enum ?? []) as string[];
  const files: { response: CheckedResponse; ids: string[] }[] = [];
  for (const name of formats) {
    const format = FORMATS[name];
    if (!format) throw new Error(`Files of the format "${name}" cannot be parsed.`);
    // The parameter takes precedence over the format that the client prefers.
    const others = formats.filter((other) => other !== name).map((other) => FORMATS[other]?.mediaType);
    const request = { path, query: { format: name }, headers: { accept: others.join(', ') } };
    const cell = session.cell(download.id, 'response');
    const response = await session.send(cell, download, request, { statuses: [200] });
    const ids = response.isValid ? readIds(response, format, list) : undefined;
    if (ids) files.push({ response, ids });
  }
  return files;
}

/** Returns the operation that lists the rows of a view. */
const LISTS: Record<ViewEntity, OperationId> = {
  agents: 'listAgents',
  models: 'listModels',
  tools: 'listTools',
  mcp_servers: 'listMcpServers',
  assets: 'listAssets',
  locations: 'listLocations',
  issues: 'listIssues',
  fine_grained_issues: 'listFineGrainedIssues',
  rules: 'listRules',
  evaluations: 'listEvaluations',
  agent_evaluations: 'listAgentEvaluations',
  evaluation_runs: 'listEvaluationRuns',
  llm_interactions: 'listLlmInteractions',
  scans: 'listScans',
};

function getListOfView(session: Session, entity: unknown): { operation: Operation; list: List } {
  const operation = session.getOperation(LISTS[entity as ViewEntity]);
  return { operation, list: getList(operation) };
}

/** Returns the identifiers of the rows of a file; undefined when it does not have the requested format. */
function readIds(response: CheckedResponse, { mediaType, parse }: FileFormat, list: List): string[] | undefined {
  const { 'content-type': type = '' } = response.headers;
  const isExpected = response.assert(type.startsWith(mediaType), () =>
    wrongValue('header', 'Content-Type', mediaType, type),
  );
  if (!isExpected) return undefined;
  try {
    return parse(response.text).map((row) => getRowId(row, list));
  } catch (error) {
    response.assert(false, () => wrongText('body', '', `lines of ${mediaType}`, (error as Error).message));
    return undefined;
  }
}
