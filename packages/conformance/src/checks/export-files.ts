/** Holds the files of an export to the list that its view shows. */
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { type Endpoint, idOf, type Json, type List, listOf } from '../endpoint.js';
import { fault, remark } from '../form.js';
import type { Answer, Suite } from '../suite.js';
import { type Walk, walk } from './lists.js';

/** How a form of the file, a value of the parameter `format`, is read. */
interface FileForm {
  mediaType: string;
  /**
   * The rows of a file.
   *
   * @throws {Error} when the text has not this form
   */
  rows(text: string): Json[];
}

const FORMS: Readonly<Record<string, FileForm>> = {
  csv: { mediaType: 'text/csv', rows: (text) => parse(text, { columns: true }) },
  ndjson: {
    mediaType: 'application/x-ndjson',
    rows: (text) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  },
};

/** Reads what a view shows from its own list, with its filters. */
export function walkView(suite: Suite, { entity, filters }: Json): Promise<Walk> {
  const { endpoint, list } = listOfView(suite, entity);
  const size = endpoint.parameters.find(({ name }) => name === 'page_size')?.schema.maximum;
  const subject = { endpoint, list, cell: suite.cell(endpoint.id, 'answer'), path: suite.scope };
  return walk(suite, subject, { ...(filters as Json), page_size: size }, 'what a view shows');
}

/**
 * Downloads the file of a completed export in every form: it has the rows of the list, in the order of the list.
 *
 * @param path of the download
 * @param view what was exported
 * @param before what the list showed before the export; what changes meanwhile may be in the file or not
 */
export async function checkFiles(suite: Suite, path: Json, view: Json, before: Walk): Promise<void> {
  const download = suite.endpoint('downloadViewExport');
  const formats = download.parameters.find(({ name }) => name === 'format')?.schema.enum as string[];
  const files: { answer: Answer; ids: string[] }[] = [];
  for (const format of formats) {
    const form = FORMS[format];
    if (!form) throw new Error(`There is no way to read an export as ${format}.`);
    // The format decides, even where the client would rather have another form.
    const others = formats.filter((other) => other !== format).map((other) => FORMS[other]?.mediaType);
    const request = { path, query: { format }, headers: { accept: others.join(', ') } };
    const answer = await suite.send(suite.cell(download.id, 'answer'), download, request, { statuses: [200] });
    const ids = answer.isRight ? readIds(answer, form, listOfView(suite, view.entity).list) : undefined;
    if (ids) files.push({ answer, ids });
  }
  const after = await walkView(suite, view);
  const { list } = listOfView(suite, view.entity);
  const [first, last] = [before, after].map(({ rows }) => rows.map((row) => idOf(row, list))) as [string[], string[]];
  if (!before.isRight || !after.isRight || !isDeepStrictEqual(first, last)) return;
  for (const { answer, ids } of files) {
    const found = after.isComplete ? ids : ids.slice(0, last.length);
    const wrong = Array.from({ length: Math.max(found.length, last.length) }).findIndex((_, n) => found[n] !== last[n]);
    answer.note(wrong === -1, () =>
      remark('body', '', `row ${wrong + 1} as in the list: ${last[wrong] ?? 'none'}`, found[wrong] ?? 'none'),
    );
  }
}

/** The list that a view shows. */
function listOfView(suite: Suite, entity: unknown): { endpoint: Endpoint; list: List } {
  const name = String(entity).replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const endpoint = suite.endpoint(`list${name}`);
  return { endpoint, list: listOf(endpoint) as List };
}

/** What identifies each row of a file; undefined when it has not the form that was asked for. */
function readIds(answer: Answer, { mediaType, rows }: FileForm, list: List): string[] | undefined {
  const type = answer.headers['content-type'] ?? '';
  if (!answer.note(type.startsWith(mediaType), () => fault('header', 'Content-Type', mediaType, type)))
    return undefined;
  try {
    return rows(answer.text).map((row) => idOf(row, list));
  } catch (error) {
    answer.note(false, () => remark('body', '', `lines of ${mediaType}`, (error as Error).message));
    return undefined;
  }
}
