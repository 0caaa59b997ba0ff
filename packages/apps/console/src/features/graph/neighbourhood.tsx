import { type Neighbourhood as Graph, getNeighbourhood } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { type Search, valuesOf } from '../../shared/links/search.ts';
import { countOf, formatNumber } from '../../shared/text/count.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../shared/ui/states.tsx';
import styles from './graph.module.css';
import { GraphFilters } from './graph-filters.tsx';
import { Picture } from './picture.tsx';
import { RelationTable } from './relation-table.tsx';
import { selectNodes } from './select-nodes.ts';

/** Graphs with more nodes are drawn on a canvas. */
const SVG_LIMIT = 150;
const MAX_NODES = 500;
const DEPTHS = ['1', '2', '3'];
const Large = lazy(() => import('./large-graph.tsx'));

/** The objects within a number of steps of an object. Needs one request. */
export default function Neighbourhood({ rootId }: { rootId: string }) {
  const search = useSearch({ strict: false }) as Search;
  const depth = DEPTHS.find((value) => value === valuesOf(search, 'depth')[0]) ?? '1';
  const { data, error, refetch } = useQuery(
    queryOptions(useWorkspaceClient(), getNeighbourhood, { id: rootId, depth: Number(depth), max_nodes: MAX_NODES }),
  );
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (data === undefined) return <Loading rows={10} />;
  return <LoadedGraph graph={data} depth={depth} search={search} />;
}

/** The filtered graph, as a picture or as a table. */
function LoadedGraph({ graph, depth, search }: { graph: Graph; depth: string; search: Search }) {
  const navigate = useNavigate();
  const [isTable, setTable] = useState(false);
  const types = valuesOf(search, 'type');
  const severities = valuesOf(search, 'severity');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values, because parsing the URL creates new arrays each time.
  const shown = useMemo(() => selectNodes(graph, { types, severities }), [graph, types.join(), severities.join()]);
  const change = (next: Search) => void navigate({ to: '.', search: { ...search, ...next }, replace: true });
  return (
    <section aria-label="Neighbourhood" className={styles.section}>
      <div className={styles.bar}>
        <label>
          Steps{' '}
          <select value={depth} onChange={(event) => change({ depth: event.target.value })}>
            {DEPTHS.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        </label>
        <GraphFilters
          filter={{ types, severities }}
          change={(filter) => change({ type: [...filter.types], severity: [...filter.severities] })}
        />
        <Button onClick={() => setTable(!isTable)}>{isTable ? 'Show as graph' : 'Show as table'}</Button>
        <span role="status">
          {count(shown.nodes, graph.nodes, 'object')}, {count(shown.edges, graph.edges, 'relation')}
          {graph.truncated && '. The graph is incomplete: select fewer steps to see the rest'}
        </span>
      </div>
      {graph.nodes.length === 1 ? (
        <EmptyState title="No relations">This object isn't related to others.</EmptyState>
      ) : isTable ? (
        <RelationTable graph={shown} />
      ) : shown.nodes.length <= SVG_LIMIT ? (
        <Picture graph={shown} />
      ) : (
        <Suspense fallback={<Loading rows={10} />}>
          <Large graph={shown} />
        </Suspense>
      )}
    </section>
  );
}

function count(shown: readonly unknown[], all: readonly unknown[], noun: string): string {
  const total = countOf(all.length, noun);
  return shown.length < all.length ? `${formatNumber(shown.length)} of ${total}` : total;
}
