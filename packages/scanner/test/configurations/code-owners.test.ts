import { describe, expect, it } from 'vitest';
import { readCodeOwners } from '../../src/configurations/code-owners.ts';

const ownersOf = readCodeOwners(`# Everyone reviews what no one else owns.
* @everyone
/desk/ @desk @clerks # for questions
/desk/shared/
*.md @writers
/desk/README.md @desk
`);

describe('CODEOWNERS', () => {
  it.each([
    ['only the first line matches', 'yard/crane.py', ['@everyone']],
    ['two lines match', 'desk/agent.py', ['@desk', '@clerks']],
    ['the last of three lines has no owners', 'desk/shared/agent.py', []],
    ['the last of four lines has owners again', 'desk/shared/NOTES.md', ['@writers']],
    ['the last line is also the most specific', 'desk/README.md', ['@desk']],
    ['a general line comes after a specific one', 'desk/NOTES.md', ['@writers']],
  ])('applies its last matching line when %s', (_, path, owners) => {
    expect(ownersOf(path)).toEqual(owners);
  });
});
