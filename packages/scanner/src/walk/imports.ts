/** Reads by its text what a source imports, without a syntax tree. */
import type { ImportStatement, LanguageId } from '../facts/facts.ts';

/** Longer lists of names are cut: a string must not make a pattern slow. */
const PYTHON =
  /^[ \t]*(?:from[ \t]+([\w.]{1,200})[ \t]+import[ \t]*(?:\(([^)]{0,1000})|([^\n#(]{1,1000}))|import[ \t]+([^\n#]{1,1000}))/gm;
const TYPESCRIPT = /(?:\bfrom|\bimport|\brequire)\s{0,20}\(?\s{0,20}["']([^"'\n]{1,200})["']/g;

const GO = /^import[ \t]+(?:(\()|(?:[\w.]+[ \t]+)?"([^"\n]{1,200})")/gm;
/** Length of the part of a block that is read, in characters. */
const MAX_BLOCK = 5_000;
const GO_PATH = /"([^"\n]{1,200})"/g;

/** No more imports of a source count. */
const MAX_IMPORTS = 500;

/**
 * Lists the likely imports of a source, including lines in comments and strings that look like imports. Languages whose files see each
 * other without imports have none.
 */
export function readImports(text: string, language: LanguageId): readonly ImportStatement[] {
  if (language === 'python') return [...text.matchAll(PYTHON)].slice(0, MAX_IMPORTS).flatMap(pythonImports);
  if (language === 'go') return goImports(text);
  if (language !== 'typescript') return [];
  return [...text.matchAll(TYPESCRIPT)]
    .slice(0, MAX_IMPORTS)
    .map(([, module = '']) => ({ kind: 'import', module, local: module }));
}

function goImports(text: string): ImportStatement[] {
  const paths: string[] = [];
  let end = 0;
  for (const { index, 0: statement, 1: parenthesis, 2: path = '' } of text.matchAll(GO)) {
    // What looks like an import inside of a block is a part of it.
    if (index < end) continue;
    if (parenthesis === undefined) paths.push(path);
    else {
      const start = index + statement.length;
      const [block = ''] = text.slice(start, start + MAX_BLOCK).split(')', 1);
      end = start + block.length;
      for (const [, member = ''] of block.matchAll(GO_PATH)) paths.push(member);
    }
  }
  return paths.slice(0, MAX_IMPORTS).map((module) => ({ kind: 'import', module, local: module }));
}

function pythonImports([, module, inParentheses, inLine, modules]: RegExpMatchArray): ImportStatement[] {
  const names = (inParentheses ?? inLine ?? modules ?? '')
    .split(',')
    .map((each) => each.trim().split(/\s/)[0] ?? '')
    .filter((name) => /^[\w.]+$/.test(name));
  return names.map((name) =>
    module === undefined
      ? { kind: 'import', module: name, local: name }
      : { kind: 'import', module, name, local: name },
  );
}
