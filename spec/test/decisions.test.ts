import { findOperation, getNode } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { contract, operations } from './contract.ts';
import { decisionFiles, decisionIndex, decisions } from './decisions.ts';
import { requirements } from './requirements.ts';

function findLocation(location: string): unknown {
  if (location.startsWith('#')) return getNode(contract, location);
  const [operationId = '', pointer] = location.split('#');
  const operation = findOperation(operations, operationId);
  if (!operation || pointer === undefined) return operation;
  return getNode({ ...operation.definition, responses: operation.responses }, pointer);
}

describe('the decisions', () => {
  it('close every gap', () => {
    const names = decisions.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(requirements.gaps.flatMap((gap) => gap.decisions)));
  });

  it('occur once each', () => {
    const names = decisions.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('are in files that the index lists', () => {
    const linked = Array.from(decisionIndex.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm), ([, file]) => file);
    expect(linked.toSorted()).toEqual(decisionFiles);
  });

  it.each(decisions)('state the choice, the reason and locations that exist for $name', (decision) => {
    expect(decision.choice).not.toBe('');
    expect(decision.reason).not.toBe('');
    expect(decision.locations).not.toEqual([]);
    for (const location of decision.locations) expect(findLocation(location), location).toBeDefined();
  });
});
