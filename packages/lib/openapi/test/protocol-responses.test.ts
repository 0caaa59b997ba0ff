import { describe, expect, it } from 'vitest';
import { type Document, listOperations, listProtocolResponses, protocolResponsesOf } from '../src/index.ts';
import { contract, toDocument } from './contract.ts';

const statusesOf = (found: { status: string }[]): string[] => found.map(({ status }) => status);

describe('listProtocolResponses', () => {
  it('resolves every protocol response of the contract to its component', () => {
    const found = listProtocolResponses(contract);
    expect(statusesOf(found)).toEqual(['405', '406', '408', '409', '413', '415', '422', '429', '431', '503']);
    for (const { response, pointer } of found) {
      expect(pointer).toMatch(/^\/components\/responses\/[A-Za-z]+$/);
      expect(response).toBe(contract.components?.responses?.[pointer.split('/').at(-1) ?? '']);
    }
  });

  it('accepts responses that are declared inline', () => {
    const document = {
      ...toDocument({}),
      'x-protocol-responses': { 503: { description: 'B' }, 405: { description: 'A' } },
    };
    expect(listProtocolResponses(document)).toEqual([
      { status: '405', response: { description: 'A' }, pointer: '/x-protocol-responses/405', requestHeader: undefined },
      { status: '503', response: { description: 'B' }, pointer: '/x-protocol-responses/503', requestHeader: undefined },
    ]);
  });

  it('has nothing to list in a document without a map', () => {
    expect(listProtocolResponses(toDocument({}))).toEqual([]);
    expect(listProtocolResponses({ ...toDocument({}), 'x-protocol-responses': null } as Document)).toEqual([]);
  });
});

describe('protocolResponsesOf', () => {
  const protocolResponses = listProtocolResponses(contract);

  it('returns those of idempotency only for the operations that have the header', () => {
    for (const operation of listOperations(contract)) {
      const isIdempotent = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
      const statuses = statusesOf(protocolResponsesOf(protocolResponses, operation));
      expect([statuses.includes('409'), statuses.includes('422')]).toEqual([isIdempotent, isIdempotent]);
      expect(statuses).toEqual(expect.arrayContaining(['405', '406', '408', '413', '415', '429', '431', '503']));
    }
  });

  it('ignores the case of the header name, and other parameters', () => {
    const requiring = [{ status: '409', response: { description: '' }, pointer: '', requestHeader: 'A-Key' }];
    expect(protocolResponsesOf(requiring, { parameters: [{ name: 'a-key', in: 'header' }] })).toEqual(requiring);
    expect(protocolResponsesOf(requiring, { parameters: [{ name: 'A-Key', in: 'query' }] })).toEqual([]);
  });
});
