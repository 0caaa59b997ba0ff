/** Components that several screens share. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Filters, toHash } from './route.ts';

/** A number that links to the list that it counts. */
export function Count({ of, path, filters }: { of: number; path: string; filters?: Filters }) {
  return (
    <a className="count" href={toHash(path, filters)}>
      {of}
    </a>
  );
}

export function Failure({ error }: { error: Error | null }) {
  return error && <p role="alert">{error.message}</p>;
}

interface Page<Item> {
  items: Item[];
  total?: number;
  total_count?: number;
}

/** A list that is read page by page. */
export function List<Item>({
  query: { data, error, hasNextPage, isFetching, fetchNextPage },
  title,
  columns,
  row,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>, unknown>>;
  title: string;
  columns: readonly string[];
  row: (item: Item) => readonly ReactNode[];
}) {
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const [first] = data?.pages ?? [];
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Failure error={error} />
      <p>
        <output>{items.length}</output> of <output>{first?.total ?? first?.total_count}</output>
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
            <tr key={index}>
              {row(item).map((cell, column) => (
                <td key={columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" disabled={!hasNextPage || isFetching} onClick={() => fetchNextPage()}>
        More
      </button>
    </section>
  );
}
