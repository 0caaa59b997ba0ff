import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOperation, getNode } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { contract, operations } from './contract.ts';
import { requirements } from './requirements.ts';

interface Decision {
  name: string;
  choice: string;
  reason: string;
  /** Locations in the contract: an `operationId`, a JSON Pointer, or a JSON Pointer inside an operation. */
  locations: string[];
}

/** The entries of DECISIONS.md: a heading of the third level, the choice, and the paragraphs "Reason" and "Where". */
const decisions: Decision[] = readFileSync(join(import.meta.dirname, '../DECISIONS.md'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((entry) => {
    const [name = '', ...paragraphs] = entry.split(/^## /m)[0]?.trim().split('\n\n') ?? [];
    const findParagraph = (label: string) =>
      paragraphs.find((paragraph) => paragraph.startsWith(`**${label}:** `))?.slice(label.length + 6) ?? '';
    return {
      name,
      choice: paragraphs.find((paragraph) => !paragraph.startsWith('**')) ?? '',
      reason: findParagraph('Reason'),
      locations: Array.from(findParagraph('Where').matchAll(/`([^`]+)`/g), ([, location = '']) => location),
    };
  });

function findLocation(location: string): unknown {
  if (location.startsWith('#')) return getNode(contract, location);
  const [operationId = '', pointer] = location.split('#');
  const operation = findOperation(operations, operationId);
  if (!operation || pointer === undefined) return operation;
  return getNode({ ...operation.definition, responses: operation.responses }, pointer);
}

describe('DECISIONS.md', () => {
  it('closes every gap', () => {
    const names = decisions.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(requirements.gaps.flatMap((gap) => gap.decisions)));
  });

  it('has each decision once', () => {
    const names = decisions.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(decisions)('states the choice, the reason and locations that exist for $name', (decision) => {
    expect(decision.choice).not.toBe('');
    expect(decision.reason).not.toBe('');
    expect(decision.locations).not.toEqual([]);
    for (const location of decision.locations) expect(findLocation(location), location).toBeDefined();
  });
});
