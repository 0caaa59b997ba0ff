import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../src/configurations/front-matter.ts';
import { child, stringOf, stringsOf } from '../../src/trees/tree.ts';

/** The description isn't YAML, so all lines are read one by one. */
const read = (...lines: readonly string[]) =>
  readFrontMatter(`---\ndescription: Use when: always\n${lines.join('\n')}\n---\n`)?.frontMatter;

describe('front matter that is not YAML', () => {
  it.each([
    ['double quotes', '"Clerk"', 'Clerk'],
    ['single quotes', "'Clerk'", 'Clerk'],
    ['no quotes', 'Clerk', 'Clerk'],
    ['quotes inside', 'the "Clerk"', 'the "Clerk"'],
    ['an apostrophe', "Clerk's desk", "Clerk's desk"],
    ['quotes that differ', '"Clerk\'', '"Clerk\''],
  ])('has a value with %s', (_, text, value) => {
    const matter = read(`name: ${text}`, `tools: [${text}, read]`, 'models:', `  - ${text}`);
    expect(stringOf(child(matter, 'description'))).toBe('Use when: always');
    expect(stringOf(child(matter, 'name'))).toBe(value);
    expect(stringsOf(child(matter, 'tools'))).toEqual([value, 'read']);
    expect(stringsOf(child(matter, 'models'))).toEqual([value]);
  });
});
