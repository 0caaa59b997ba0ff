/** Scans the repositories of the corpus and compares what was found with the labels. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutFolder, fetchCheckout, missingFiles } from './checkouts.ts';
import { countByRow, type RowCounts } from './counts.ts';
import { readDocument } from './detections.ts';
import { formatErrors } from './errors.ts';
import type { RepositoryLabels } from './label-types.ts';
import { loadLabelFolder } from './labels.ts';
import { compare } from './match.ts';
import { measureScan } from './measure-scan.ts';
import { formatTables, type Usage, unmetTargets } from './tables.ts';

const root = join(import.meta.dirname, '../../..');
const PACKAGE = join(import.meta.dirname, '..');

const HELP = `Usage: npm run corpus -w @aispm/scanner -- [options]

Scans the repositories of the corpus and prints precision and recall against the labels, by kind, framework and repository.

Options:
  --copies DIR       use the copies in DIR, one folder <owner>__<name> each, instead of fetching them
  --source URL       fetch from URL/<owner>/<name> (default https://github.com)
  --cache DIR        keep what is fetched in DIR (default reports/corpus)
  --repository TEXT  only repositories whose name contains TEXT
  --held-out         the held-out repositories instead of the others
  --labels DIR       the label files of DIR
  --misses           list each wrong finding and each missed label
  --scanner FILE     the module that exports scan (default: the built package, otherwise its sources)
  --json FILE        write the counts as JSON too
  --check            exit with 1 when a target is not met
  --help             show this text

Exit codes: 0 measured, 1 a repository could not be measured or a target is not met, 2 wrong options or labels.
`;

/** Where the command writes lines. */
export interface Output {
  print: (line: string) => void;
  printError: (line: string) => void;
}

interface Options extends Output {
  copies?: string;
  source: string;
  cache: string;
  scanner: string;
  misses: boolean;
}

interface Result {
  rowCounts: RowCounts[];
  usage: Usage;
}

/** Scans and compares one repository, and prints its misses. */
async function measure(
  labels: RepositoryLabels,
  { copies, source, cache, scanner, misses, print }: Options,
): Promise<Result> {
  const folder = copies ? checkoutFolder(copies, labels) : fetchCheckout(cache, source, labels);
  if (!existsSync(folder)) throw new Error(`There is no copy at ${folder}. Without --copies it is fetched.`);
  const missing = missingFiles(folder, labels);
  if (missing.length > 0) {
    throw new Error(
      `The copy at ${folder} is not of commit ${labels.commit}: it lacks ${missing.slice(0, 3).join(', ')}.`,
    );
  }
  const { document, seconds, peakBytes } = await measureScan(scanner, folder);
  const comparison = compare(readDocument(document), labels);
  if (misses) for (const line of formatErrors(comparison)) print(`${labels.repository} ${line}`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  return {
    rowCounts: countByRow(comparison, labels),
    usage: { repository: labels.repository, files, seconds, peakBytes },
  };
}

/** Measures all repositories, one after the other; one that fails is reported and counts nowhere. */
async function measureAll(
  corpus: RepositoryLabels[],
  options: Options,
): Promise<{ results: Result[]; failures: number }> {
  const results: Result[] = [];
  let failures = 0;
  for (const labels of corpus) {
    try {
      results.push(await measure(labels, options));
    } catch (error) {
      failures += 1;
      options.printError(`${labels.repository}: ${(error as Error).message}`);
    }
  }
  return { results, failures };
}

/** The module of the scanner: the given one, otherwise the built package, otherwise its sources. */
function findScanner(given: string | undefined): string {
  const candidates = given ? [given] : [join(PACKAGE, 'dist/index.js'), join(PACKAGE, 'src/index.ts')];
  const found = candidates.find((file) => existsSync(file));
  if (!found) throw new Error(`There is no scanner at ${candidates.join(' or ')}.`);
  return found;
}

/**
 * Runs the command `npm run corpus -w @aispm/scanner` with its arguments and returns its exit code.
 * @throws {Error} on wrong options or labels.
 */
export async function runCorpus(args: string[], { print, printError }: Output): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      copies: { type: 'string' },
      source: { type: 'string', default: 'https://github.com' },
      cache: { type: 'string', default: join(root, 'reports/corpus') },
      repository: { type: 'string', default: '' },
      'held-out': { type: 'boolean', default: false },
      labels: { type: 'string' },
      misses: { type: 'boolean', default: false },
      scanner: { type: 'string' },
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(HELP);
    return 0;
  }
  const folder = values.labels ?? join(import.meta.dirname, values['held-out'] ? 'held-out' : 'labels');
  const corpus = loadLabelFolder(folder).filter(({ repository }) => repository.includes(values.repository));
  if (corpus.length === 0)
    throw new Error(`No label file in ${folder} is of a repository with "${values.repository}".`);
  const { results, failures } = await measureAll(corpus, {
    ...(values.copies ? { copies: values.copies } : {}),
    source: values.source,
    cache: values.cache,
    scanner: findScanner(values.scanner),
    misses: values.misses,
    print,
    printError,
  });
  const rowCounts = results.flatMap((result) => result.rowCounts);
  print(
    formatTables(
      rowCounts,
      results.map(({ usage }) => usage),
    ),
  );
  if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  const unmet = unmetTargets(rowCounts);
  print(unmet.length > 0 ? `\nTargets that are not met:\n${unmet.join('\n')}` : '\nAll targets are met.');
  return failures > 0 || (values.check && unmet.length > 0) ? 1 : 0;
}
