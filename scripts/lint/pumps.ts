/** Creates strings on which an expression may take long: what its parts match, repeated. */
import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';

/** Characters of which at least one is in nearly every class. */
const CANDIDATES = [
  'a',
  'A',
  '0',
  '-',
  '_',
  '.',
  ' ',
  '\t',
  '/',
  '"',
  '<',
  '@',
  '\u0000',
  '\u200d',
  '\ufe0f',
  '中',
  '😀',
];

/** What is between repetitions: `\b` needs a boundary. */
const SEPARATORS = ['', '-'];

/** How many alternatives of a group are tried. */
const MAX_ALTERNATIVES = 3;

/**
 * Returns strings of a length that start like a match, and then repeat a part of it without end.
 *
 * @param ends what follows the repetitions, so that the whole doesn't match
 */
export function createPumps(source: string, flags: string, length: number, ends: readonly string[]): Set<string> {
  const { pattern } = parseRegExpLiteral(new RegExp(source, flags));
  const bodies = new Set<string>();
  for (const { elements } of pattern.alternatives.slice(0, MAX_ALTERNATIVES * 2)) {
    let prefix = '';
    for (const element of elements) {
      for (const part of partsOf(element)) {
        for (const separator of SEPARATORS) bodies.add(repeat('', separator + prefix + part, length));
        bodies.add(repeat(prefix, part, length));
      }
      prefix += sample(element, 0);
    }
  }
  bodies.delete('');
  return new Set([...bodies].flatMap((body) => ends.map((end) => `${body}${end}`)));
}

function repeat(prefix: string, part: string, length: number): string {
  return part === '' ? '' : (prefix + part.repeat(Math.ceil(length / part.length))).slice(0, length);
}

/** Returns strings that an element matches, and those of what it repeats. */
function partsOf(element: AST.Element): string[] {
  switch (element.type) {
    case 'Quantifier':
      return [sample(element, 0), ...partsOf(element.element)];
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives
        .slice(0, MAX_ALTERNATIVES)
        .flatMap(({ elements }, index) => [sample(element, index), ...elements.flatMap(partsOf)]);
    default:
      return [sample(element, 0)];
  }
}

/** Returns a short string that an element matches; empty for assertions. */
function sample(element: AST.Element, alternative: number): string {
  switch (element.type) {
    case 'Quantifier':
      return sample(element.element, alternative).repeat(Math.max(1, Math.min(element.min, 20)));
    case 'Group':
    case 'CapturingGroup':
      return (element.alternatives[alternative] ?? element.alternatives[0])?.elements
        .map((child) => sample(child, 0))
        .join('') as string;
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const set = new RegExp(element.raw, element.parent && usesSets(element) ? 'v' : 'u');
      return CANDIDATES.find((candidate) => set.test(candidate)) ?? firstCharacter(element);
    }
    default:
      return '';
  }
}

function usesSets(element: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): boolean {
  return element.type === 'ExpressionCharacterClass' || (element.type === 'CharacterClass' && element.unicodeSets);
}

function firstCharacter(element: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): string {
  if (element.type !== 'CharacterClass') return '';
  const [first] = element.elements;
  if (first?.type === 'CharacterClassRange') return String.fromCodePoint(first.min.value);
  return first?.type === 'Character' ? String.fromCodePoint(first.value) : '';
}
