/** Reads the regular expressions of all packages that read external strings, and the patterns of the contract. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { LineCounter, parseDocument, visit } from 'yaml';

const root = join(import.meta.dirname, '../..');

/** Length of the strings that are tried, in characters, and how long they may take, in milliseconds of the processor. */
export const LENGTH = 65_536;
export const MAX_MS = 50;

const SOURCES = ['packages/*/src/**/*.{js,ts,tsx}', 'packages/{apps,lib}/*/src/**/*.{js,ts,tsx}'];

/** What reads only the files of this repository, and what is generated. */
const TRUSTED = /\/node_modules\/|\/generated\/|^packages\/benchmarks\//;

/** Files whose expressions only match short strings: the length of the longest, in characters, and why. */
const SHORT_TEXTS: Readonly<Record<string, { readonly length: number; readonly because: string }>> = {
  'packages/scanner/src/configurations/agent-files.ts': { length: 4_096, because: 'Paths of files are not longer.' },
  'packages/scanner/src/configurations/crewai-files.ts': { length: 4_096, because: 'Paths of files are not longer.' },
  'packages/scanner/src/mcp-servers/description-warnings.ts': { length: 20_000, because: 'MAX_TEXT' },
  'packages/client/src/call/client.ts': { length: 2_048, because: 'The program chooses the base URL.' },
};

/** Where expressions are made of parts, and what keeps them linear. */
const COMPOSED: Readonly<Record<string, string>> = {
  'packages/conformance/src/checks/lists/filter-queries.ts': 'A pattern of the contract.',
  'packages/conformance/src/checks/tenancy.ts': 'Alternatives of literal texts.',
  'packages/conformance/src/invalid/values.ts': 'A pattern of the contract.',
  'packages/lib/openapi/src/text/hidden-characters.ts': 'Sequences of single characters; see its tests.',
  'packages/lib/openapi/src/validation/parameter-values.ts': 'A pattern of the contract, for the empty text.',
  'packages/lib/openapi/src/validation/storable-values.ts': 'One character.',
  'packages/lib/report-import/src/document/model.ts': 'A pattern of the contract.',
  'packages/lib/report-import/src/document/own-properties.ts': 'A pattern of the contract.',
  'packages/mock/src/prism/generator-schema.ts': 'A pattern of the contract.',
  'packages/mock/src/prism/prism.ts': 'Anchored, and a header has up to 16 KiB.',
  'packages/scanner/src/frameworks/go/mcp-go.ts': 'Anchored, with one repetition.',
  'packages/scanner/src/walk/relevant.ts': 'Every repetition ends at a character that cannot start another match.',
  'packages/apps/service/src/command/keys.ts': 'A pattern of the contract.',
  'packages/apps/service/src/domains/evaluations/judging/dataset.ts': 'Runs in a thread that has a deadline.',
  'packages/apps/service/src/domains/evaluations/agents/outgoing-client.ts': 'A literal text.',
  'packages/apps/service/src/platform/http/server.ts': 'A pattern of the contract.',
};

export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** `file:line`, in its first place. */
  readonly place: string;
  readonly file: string;
}

function* readSource(file: string): Generator<Expression | string> {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const placeOf = (node: ts.Node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const nodes: ts.Node[] = [source];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      yield { source: node.text.slice(1, end), flags: node.text.slice(end + 1), place: placeOf(node), file };
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      if (!Object.hasOwn(COMPOSED, file)) {
        yield `${placeOf(node)}  an expression that is made of parts cannot be checked. Write a literal, or say in COMPOSED of scripts/lint/read-expressions.ts why it is linear.`;
      }
    }
    node.forEachChild((child) => void nodes.push(child));
  }
}

function* readContract(file: string): Generator<Expression> {
  const lines = new LineCounter();
  const found: Expression[] = [];
  visit(parseDocument(readFileSync(join(root, file), 'utf8'), { lineCounter: lines }), {
    Pair(_, { key, value }) {
      const [name, pattern] = [key, value].map((node) => (node as { value?: unknown } | null)?.value);
      if (name !== 'pattern' || typeof pattern !== 'string') return;
      const { line } = lines.linePos((value as { range: number[] }).range[0] ?? 0);
      found.push({ source: pattern, flags: 'u', place: `${file}:${line}`, file });
    },
  });
  yield* found;
}

/** Returns the processor time that an expression takes for a string, in milliseconds. */
export function measure({ source, flags }: Expression, text: string): number {
  const expression = new RegExp(source, flags);
  const durations = [1, 2, 3].map(() => {
    expression.lastIndex = 0;
    const start = process.cpuUsage();
    if (expression.global) text.replace(expression, '');
    else expression.test(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...durations);
}

/** The expressions, and what is wrong with those that can't be read. */
export interface Expressions {
  readonly expressions: readonly Expression[];
  readonly problems: readonly string[];
}

/** Reads all expressions. The same one in several files is listed several times. */
export function readExpressions(): Expressions {
  const sources = globSync(SOURCES, { cwd: root }).filter((file) => !TRUSTED.test(file));
  const contract = globSync('spec/{resources,shared}/**/*.yaml', { cwd: root });
  const found = [
    ...sources.sort().flatMap((file) => [...readSource(file)]),
    ...contract.sort().flatMap((file) => [...readContract(file)]),
  ];
  const missing = Object.keys({ ...COMPOSED, ...SHORT_TEXTS }).filter((file) => !sources.includes(file));
  return {
    expressions: found.filter((each) => typeof each !== 'string'),
    problems: [
      ...missing.map((file) => `scripts/lint/read-expressions.ts  It names ${file}, which does not exist.`),
      ...found.filter((each) => typeof each === 'string'),
    ],
  };
}

/** Returns the length of the longest string that an expression is applied to, as far as this is known, and `LENGTH` otherwise. */
export function longestText({ file }: Expression): number {
  return SHORT_TEXTS[file]?.length ?? LENGTH;
}
