import { describe, expect, it } from 'vitest';
import { OBJECT_TYPES } from '../src/shared/contract/object-types.ts';
import { inSentence } from '../src/shared/text/in-sentence.ts';

describe('inSentence', () => {
  it('keeps abbreviations at the start of a title', () => {
    expect(OBJECT_TYPES.map(({ plural }) => inSentence(plural))).toEqual([
      'agents',
      'models',
      'tools',
      'MCP servers',
      'assets',
      'locations',
    ]);
    expect(inSentence('API keys')).toBe('API keys');
  });
});
