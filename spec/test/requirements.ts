import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { decisions as allDecisions } from './decisions.ts';

export interface GivenOperation {
  /** Method and path. */
  call: string;
  note?: string;
  success: number;
  /** All errors that it documents, where they are given. */
  errors?: number[];
  /** Names of the query parameters; no other is required. */
  query?: string[];
  /** Names of schemas. */
  request?: string;
  response: string;
}

export interface GivenField {
  /** JSON type, such as `array of string` or `object or null`. */
  type: string;
  /** The enumeration of its values. */
  values?: string;
  /** The schema of its items. */
  items?: string;
  note?: string;
}

export interface GivenSchema {
  note: string;
  /** The required fields, where that is given. */
  required?: string[];
  fields: Record<string, GivenField>;
}

export interface Limit {
  /** JSON Pointer into the bundle. */
  location: string;
  value: number;
  note: string;
}

export interface FreeValue {
  /** JSON Pointer into the bundle. */
  location: string;
  /** JSON type, or types. */
  type: string;
  note: string;
}

export interface Gap {
  topic: string;
  missing: string;
  /** Headings in the files of `decisions/`. */
  decisions: string[];
}

/** The content of `requirements.yaml`. */
export interface Requirements {
  areas: Record<string, string>;
  scope: string[];
  authentication: { scheme: { type: string; in: string; name: string }; statements: string[] };
  operations: Record<string, GivenOperation>;
  schemas: Record<string, GivenSchema>;
  enumerations: Record<string, string[]>;
  /** Statuses and their meaning, by enumeration. */
  states: Record<string, Record<string, string>>;
  errors: {
    /** How the descriptions of the errors of createAgentEvaluation start, by status. */
    reasons: Record<string, string>;
    statements: string[];
  };
  limits: Limit[];
  unrestricted: FreeValue[];
  versioning: { version: string; basePath: string; statements: string[] };
  gaps: Gap[];
}

export const requirements = parse(
  readFileSync(join(import.meta.dirname, '../requirements.yaml'), 'utf8'),
) as Requirements;

const code = (text: string | number) => `\`${text}\``;
/** Breaks a paragraph into lines of up to 120 characters; `indent` is the start of all but the first. */
const wrap = (text: string, indent = '') => text.replaceAll(/(.{1,118})(?: |$)/g, `$1\n${indent}`).trimEnd();
const list = (items: string[]) => items.map((item) => wrap(`- ${item}`, '  ')).join('\n');
const table = (header: string[], rows: string[][]) =>
  [
    `| ${header.join(' | ')} |`,
    `|${'---|'.repeat(header.length)}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

function renderField([name, { type, values, items, note }]: [string, GivenField]): string[] {
  const described = [items && `Each is a ${code(items)}.`, values && `A value of ${code(values)}.`, note];
  return [code(name), type, described.filter(Boolean).join(' ')];
}

function renderSchema([name, { note, required, fields }]: [string, GivenSchema]): string {
  const rule =
    required === undefined
      ? ''
      : required.length > 0
        ? ` Required: ${required.map(code).join(', ')}.`
        : ' No field is required.';
  return `### ${name}\n\n${wrap(`${note}${rule}`)}\n\n${table(['Field', 'Type', 'Meaning'], Object.entries(fields).map(renderField))}`;
}

function renderOperation([id, operation]: [string, GivenOperation]): string[] {
  const { call, note = '', success, errors = [], request, response } = operation;
  const body = request ? ` Requires a body: ${code(request)}.` : '';
  const failures = errors.length > 0 ? `; errors ${errors.join(', ')}` : '';
  return [code(id), code(call), `${success}, ${code(response)}${failures}`, `${note}${body}`.trim()];
}

const findFile = (decision: string) => allDecisions.find(({ name }) => name === decision)?.file;

/** Renders REQUIREMENTS.md. */
export function renderPage({
  areas,
  scope,
  authentication,
  operations,
  schemas,
  enumerations,
  states,
  errors,
  limits,
  unrestricted,
  versioning,
  gaps,
}: Requirements): string {
  const { type, in: location, name } = authentication.scheme;
  const statuses = Object.entries(states).flatMap(([enumeration, values]) =>
    Object.entries(values).map(([status, meaning]) => [code(enumeration), code(status), meaning]),
  );
  const links = (names: string[]) => names.map((name) => `[${name}](decisions/${findFile(name)}#${name})`);
  const sections = {
    areas: list(Object.entries(areas).map(([area, description]) => `**${area}.** ${description}`)),
    scope: list(scope),
    authentication: list([
      ...authentication.statements,
      `The security scheme is of type ${code(type)}, in the ${location} ${code(name)}.`,
    ]),
    operations: `The path parameters are strings. Names of schemas and query parameters that weren't given are decisions (see Gaps).

${table(['Operation', 'Method and path', 'Responses', 'Notes'], Object.entries(operations).map(renderOperation))}`,
    schemas: `All types are JSON types. Timestamps are strings.\n\n${Object.entries(schemas).map(renderSchema).join('\n\n')}`,
    enumerations: `Each has exactly these values.\n\n${table(
      ['Enumeration', 'Values'],
      Object.entries(enumerations).map(([enumeration, values]) => [code(enumeration), values.map(code).join(', ')]),
    )}`,
    states: `Each enumeration has at least these values.\n\n${table(['Enumeration', 'Value', 'Meaning'], statuses)}`,
    errors: list([
      ...errors.statements,
      `${code('createAgentEvaluation')} documents ${Object.entries(errors.reasons)
        .map(([status, reason]) => `${status} (${reason})`)
        .join(', ')}.`,
    ]),
    limits: list(limits.map(({ note }) => note)),
    unrestricted: `No format is given for these values, so every value of the type is valid.\n\n${list(
      unrestricted.map(({ note, type }) => `${note}: ${type}`),
    )}`,
    versioning: list([
      `The base URL ends in ${code(versioning.basePath)}, and the version is ${code(versioning.version)}.`,
      ...versioning.statements,
    ]),
    gaps: `What is not given, and the decisions that close each gap.\n\n${table(
      ['Topic', 'Not given', 'Decisions'],
      gaps.map(({ topic, missing, decisions }) => [topic, missing, links(decisions).join(', ')]),
    )}`,
  } satisfies Record<keyof Requirements, string>;
  const body = Object.entries(sections).map(
    ([section, text]) => `## ${section.charAt(0).toUpperCase()}${section.slice(1)}\n\n${text}`,
  );
  return `# Requirements

These facts about the service were given before the contract was written. Version 1 never loses or changes one of them;
the contract may only add to them. What they leave open is listed under Gaps, each with its
[decisions](decisions/README.md).

\`requirements.yaml\` contains the same facts for tests, which compare the contract with it and write this page.

${body.join('\n\n')}
`;
}
