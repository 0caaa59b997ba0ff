import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { compareFound, type FoundRecord, findInRecord, readSearchText } from '../src/search.ts';

const model = {
  aispm_object_id: 'Ab-1',
  aispm_friendly_name: 'Claims  Résumé',
  model_name: 'acme/claims_v2',
  owners: ['Mei Tanaka', 'ML team'],
};
const find = (query: string, record: object = model, type: 'model' | 'scan' | 'location' = 'model') =>
  findInRecord(type, { ...record }, readSearchText(query));

describe('readSearchText', () => {
  it('separates words by white space of all kinds, and names each once', () => {
    expect(readSearchText(' b\t a\u00a0b\n')).toEqual({ text: 'b a b', words: ['b', 'a'] });
    expect(readSearchText(' \n')).toEqual({ text: '', words: [] });
  });
});

describe('findInRecord', () => {
  it('finds words in any order and case, in any of the properties', () => {
    expect(find('TANAKA claims acme')).toEqual({
      result_type: 'model',
      id: 'Ab-1',
      name: 'Claims  Résumé',
      context: 'acme/claims_v2',
      match: 'contains',
      matched_fields: ['aispm_friendly_name', 'model_name', 'owners'],
    });
  });

  it.each(['claims nobody', 'resume', 'ab', 'ab-1', 'Ab-1 claims', 'ClaimsRésumé', 'TeamMei', 'claims%v2', ''])(
    'finds nothing for %j',
    (query) => {
      expect(find(query)).toBeUndefined();
    },
  );

  it.each([
    ['claims', 'prefix'],
    ['RÉSUMÉ', 'contains'],
    ['claims_v2', 'contains'],
    ['Ab-1', 'exact'],
    // The name has two spaces, and a text never has.
    ['claims résumé', 'contains'],
  ])('says how %j matches: %s', (query, match) => {
    expect(find(query)?.match).toBe(match);
    expect(find('claims résumé', { ...model, aispm_friendly_name: 'CLAIMS Résumé' })?.match).toBe('exact');
  });

  it('finds a scan by its identifier only', () => {
    const scan = { scan_id: 's1', target: 'github.com/acme', branch: null };
    expect(find('s1', scan, 'scan')).toMatchObject({ match: 'exact', matched_fields: ['scan_id'], context: null });
    expect(find('github.com/acme', scan, 'scan')).toBeUndefined();
  });

  it('ignores properties that a record does not have', () => {
    const location = { location_id: 'l', aispm_friendly_name: 'a.py', file_path: null, repository_url: null };
    expect(find('a.py', location, 'location')).toMatchObject({
      context: null,
      matched_fields: ['aispm_friendly_name'],
    });
    expect(find('null', location, 'location')).toBeUndefined();
  });

  it('finds a record by any parts of its words', () => {
    const words = ['Claims', 'Résumé', 'acme/claims_v2', 'Tanaka'];
    const part = fc
      .constantFrom(...words)
      .chain((word) =>
        fc
          .tuple(fc.nat(word.length - 1), fc.nat(word.length - 1))
          .map(([a, b]) => word.slice(Math.min(a, b), Math.max(a, b) + 1)),
      );
    fc.assert(fc.property(fc.array(part, { minLength: 1 }), (parts) => find(parts.join(' ')) !== undefined));
  });
});

describe('compareFound', () => {
  it('orders by match, then type, then identifier', () => {
    const create = (match: string, result_type: string, id: string) => ({ match, result_type, id }) as FoundRecord;
    const sorted = [
      create('exact', 'location', 'z'),
      create('prefix', 'agent', 'B'),
      create('prefix', 'agent', 'a'),
      create('prefix', 'location', 'a'),
      create('contains', 'agent', 'a'),
    ];
    expect(sorted.toReversed().sort(compareFound)).toEqual(sorted);
  });
});
