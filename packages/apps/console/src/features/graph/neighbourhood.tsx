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

/** Above this number of nodes, the picture is drawn on a canvas. */
const SVG_LIMIT = 150;
const MAX_NODES = 500;
const DEPTHS = ['1', '2', '3'];
const Large = lazy(() => import('./large-graph.tsx'));

/** The objects around one, up to a number of steps. One request. */
export default function Neighbourhood({ rootId }: { rootId: string }) {
  const search = useSearch({ strict: false }) as Search;
  const depth = DEPTHS.find((one) => one === valuesOf(search, 'depth')[0]) ?? '1';
  const { data, error, refetch } = useQuery(
    queryOptions(useWorkspaceClient(), getNeighbourhood, { id: rootId, depth: Number(depth), max_nodes: MAX_NODES }),
  );
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (data === undefined) return <Loading rows={10} />;
  return <LoadedGraph graph={data} depth={depth} search={search} />;
}

/** What is selected of a graph: as a picture, and as a table of the same. */
function LoadedGraph({ graph, depth, search }: { graph: Graph; depth: string; search: Search }) {
  const navigate = useNavigate();
  const [isTable, setTable] = useState(false);
  const types = valuesOf(search, 'type');
  const severities = valuesOf(search, 'severity');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values, not the arrays, which the address creates anew each time.
  const shown = useMemo(() => selectNodes(graph, { types, severities }), [graph, types.join(), severities.join()]);
  const change = (next: Search) => void navigate({ to: '.', search: { ...search, ...next }, replace: true });
  return (
    <section aria-label="Neighbourhood" className={styles.section}>
      <div className={styles.bar}>
        <label>
          Steps{' '}
          <select value={depth} onChange={(event) => change({ depth: event.target.value })}>
            {DEPTHS.map((one) => (
              <option key={one}>{one}</option>
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
          {graph.truncated && '. The graph is incomplete: select fewer steps to see all of it'}
        </span>
      </div>
      {graph.nodes.length === 1 ? (
        <EmptyState title="No relations">Nothing is related to this object.</EmptyState>
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
