import { readFileSync } from 'node:fs';
import { CONTRACT_LANGUAGES, listOperations } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { siteSamples } from '../build/code-samples.ts';
import { contractFiles, listContractOperations, readContract } from '../build/contract.ts';

const contract = readContract();
const operations = listContractOperations(contract);

describe('the samples of all operations', () => {
  it('start with the samples in the contract', () => {
    const published = listOperations(JSON.parse(readFileSync(contractFiles['openapi.json'], 'utf8')));
    expect(published.map(({ definition }) => definition['x-codeSamples'])).toEqual(
      operations.map((operation) => siteSamples(contract, operation).slice(0, CONTRACT_LANGUAGES.length)),
    );
  });
});
