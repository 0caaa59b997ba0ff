/** Rows of the protocol of PostgreSQL, decoded at once. */
import { EventEmitter } from 'node:events';
import fc from '@aispm/testing/properties';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { decodeRowsAtOnce } from '../../src/platform/database/drivers/row-decoder.ts';

type Row = (string | null)[];

/** Writes a row as the server does. */
function toMessage(row: Row): Buffer {
  const values = row.flatMap((value) => {
    const text = Buffer.from(value ?? '');
    return [int32(value === null ? -1 : text.byteLength), text];
  });
  const content = Buffer.concat([Buffer.from([row.length >> 8, row.length & 0xff]), ...values]);
  return Buffer.concat([Buffer.from('D'), int32(content.byteLength + 4), content]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Receives bytes in parts of a length. @returns the rows of the connection */
function receive(bytes: Buffer, partLength: number): Row[] {
  const connection = new EventEmitter() as EventEmitter & { attachListeners(stream: EventEmitter): void };
  decodeRowsAtOnce({ connection } as unknown as pg.Client);
  const stream = new EventEmitter();
  connection.attachListeners(stream);
  const rows: Row[] = [];
  connection.on('dataRow', ({ fields }: { fields: Row }) => rows.push(fields));
  for (let at = 0; at < bytes.byteLength; at += partLength) {
    stream.emit('data', Buffer.from(bytes.subarray(at, at + partLength)));
  }
  return rows;
}

/** Texts whose lengths take one and several bytes, of one and of several bytes for each character. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .tuple(
      fc.constantFrom('a', 'é', '漢', '😀', '\u0080', 'é漢a'),
      fc.constantFrom(1, 12, 13, 127, 128, 200, 255, 256, 5000),
    )
    .map(([unit, times]) => unit.repeat(times)),
);

it('rows have the values that the server sent, however they arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.option(text), { maxLength: 12 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 300 }),
      (rows, partLength) => {
        const bytes = Buffer.concat(rows.map(toMessage));
        expect(receive(bytes, partLength)).toEqual(rows);
        expect(receive(bytes, Math.max(bytes.byteLength, 1))).toEqual(rows);
      },
    ),
  );
});

it('passes other messages on', () => {
  const connection = new EventEmitter() as EventEmitter & { attachListeners(stream: EventEmitter): void };
  decodeRowsAtOnce({ connection } as unknown as pg.Client);
  const stream = new EventEmitter();
  connection.attachListeners(stream);
  const messages: unknown[] = [];
  connection.on('errorMessage', (message) => messages.push(message));
  connection.on('readyForQuery', (message) => messages.push(message));
  const error = Buffer.from('SERROR\0C22003\0Mout of range\0\0');
  stream.emit('data', Buffer.concat([Buffer.from('E'), int32(error.byteLength + 4), error]));
  stream.emit('data', Buffer.concat([Buffer.from('Z'), int32(5), Buffer.from('I')]));
  expect(messages).toMatchObject([{ code: '22003', message: 'out of range' }, { name: 'readyForQuery' }]);
});
