/** Length after which a batch ends, in JSON characters. */
const BATCH_LENGTH = 1024 * 1024;

/** A batch of rows. */
export interface Batch<Row> {
  rows: Row[];
  /** The rows as a JSON array. */
  json: string;
}

/** Divides rows into batches of about 1 MiB, so no string contains all of them. */
export function* divide<Row>(rows: Iterable<Row>): Generator<Batch<Row>> {
  let batch: Row[] = [];
  let items: string[] = [];
  let length = 0;
  for (const row of rows) {
    const item = JSON.stringify(row);
    batch.push(row);
    items.push(item);
    length += item.length;
    if (length < BATCH_LENGTH) continue;
    yield { rows: batch, json: `[${items.join(',')}]` };
    batch = [];
    items = [];
    length = 0;
  }
  if (batch.length > 0) yield { rows: batch, json: `[${items.join(',')}]` };
}
