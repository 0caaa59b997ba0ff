/** The list of scans. */
import { listScans } from '@aispm/client';
import { infiniteQueryOptions } from '@aispm/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { client } from './api.ts';
import { List } from './components.tsx';
import { useRoute } from './route.ts';

export function Scans() {
  const { get } = useRoute();
  const toBoolean = (name: string) => (get(name) === undefined ? undefined : get(name) === 'true');
  const query = useInfiniteQuery(
    infiniteQueryOptions(client, listScans, {
      is_current: toBoolean('is_current'),
      has_ai_objects: toBoolean('has_ai_objects'),
      page_size: 10,
      include_total: true,
    }),
  );
  return (
    <List title="Scans" query={query} columns={['Type', 'Status']} row={(scan) => [scan.scan_type, scan.status]} />
  );
}
