/** Writes JSON values as literals of programming languages. */

/** What literals look like in a language. */
export interface LiteralSyntax {
  /** Writes a string, a number, a boolean or null. */
  scalar(value: unknown): string;
  /** Writes the name of a property. */
  key(name: string): string;
  /** What is inside of the braces of an object that is on one line. */
  padding: string;
  /** What each level of a value on several lines is indented by. */
  indent: string;
}

/** JavaScript and TypeScript, in the style of most formatters. */
export const JAVASCRIPT: LiteralSyntax = {
  scalar: (value) => (typeof value === 'string' ? singleQuoted(value) : JSON.stringify(value)),
  key: (name) => {
    // A property of this name would be the prototype.
    if (name === '__proto__') return `['${name}']`;
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name);
  },
  padding: ' ',
  indent: '  ',
};

/** Python, in the style of Black. */
export const PYTHON: LiteralSyntax = {
  scalar: (value) => PYTHON_CONSTANTS.get(value) ?? JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  padding: '',
  indent: '    ',
};

const PYTHON_CONSTANTS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** Maximum length of lines, if a value can be broken: the panels of documentation are narrow. */
const MAX_COLUMNS = 64;

/**
 * Writes a JSON value: on one line where it fits, otherwise with each property or item on its own line.
 *
 * @param before what is before the value on its line, the indentation included
 */
export function writeLiteral(value: unknown, syntax: LiteralSyntax, before = ''): string {
  if (typeof value !== 'object' || value === null) return syntax.scalar(value);
  const line = writeLine(value, syntax);
  if (before.length + line.length <= MAX_COLUMNS) return line;
  const outer = /^ */.exec(before)?.[0] ?? '';
  const inner = outer + syntax.indent;
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  const members = listMembers(value, syntax).map(
    ([name, member]) => `${inner}${name}${writeLiteral(member, syntax, inner + name)},\n`,
  );
  return `${start}\n${members.join('')}${outer}${end}`;
}

function writeLine(value: unknown, syntax: LiteralSyntax): string {
  if (typeof value !== 'object' || value === null) return syntax.scalar(value);
  const members = listMembers(value, syntax).map(([name, member]) => name + writeLine(member, syntax));
  if (Array.isArray(value)) return `[${members.join(', ')}]`;
  return members.length === 0 ? '{}' : `{${syntax.padding}${members.join(', ')}${syntax.padding}}`;
}

/** Lists the items of an array or the properties of an object, each with what precedes its value. */
function listMembers(value: object, syntax: LiteralSyntax): [string, unknown][] {
  return Array.isArray(value)
    ? value.map((member): [string, unknown] => ['', member])
    : Object.entries(value).map(([name, member]) => [`${syntax.key(name)}: `, member]);
}

function singleQuoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
