import { describe, expect, it } from 'vitest';
import { type Document, findOperation, listOperations, maxBodyBytes, parseContentEncoding } from '../src/index.ts';
import { contract, toDocument } from './contract.ts';

describe('the maximum size of a body', () => {
  it('is declared once for all operations of the contract, and again for scan documents', () => {
    const sizes = listOperations(contract).map((operation) => [
      operation.operationId,
      maxBodyBytes(contract, operation),
    ]);
    expect(new Map(sizes.map(([name, size]) => [name, size])).get('submitScan')).toBe(32 * 1024 ** 2);
    expect(new Set(sizes.filter(([name]) => name !== 'submitScan').map(([, size]) => size))).toEqual(
      new Set([1024 ** 2]),
    );
  });

  it('is infinite in a document that declares none', () => {
    const document: Document = toDocument({ '/a': { post: { operationId: 'post', responses: {} } } });
    const operation = findOperation(listOperations(document), 'post');
    expect(operation && maxBodyBytes(document, operation)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the content encoding of a body', () => {
  it.each([undefined, '', 'identity', ' Identity ', 'identity, identity'])('is none: %j', (header) => {
    expect(parseContentEncoding(header)).toBe('identity');
  });

  it.each(['gzip', 'GZip', 'x-gzip', 'identity, gzip', ',gzip,'])('is gzip: %j', (header) => {
    expect(parseContentEncoding(header)).toBe('gzip');
  });

  it.each(['br', 'deflate', 'gzip, gzip', 'gzip;q=1', '*', 'constructor'])('is not supported: %j', (header) => {
    expect(parseContentEncoding(header)).toBeUndefined();
  });
});
