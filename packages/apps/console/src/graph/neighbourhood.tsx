import { type Neighbourhood as Graph, getNeighbourhood, type NeighbourhoodNode } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useWorkspaceClient } from '../api/api.tsx';
import { RowLink } from '../app/row-link.tsx';
import { type Search, valuesOf } from '../app/search.ts';
import { labelOf } from '../contract/labels.ts';
import { readLabel } from '../contract/read-label.ts';
import { ObjectLink } from '../inventory/object-link.tsx';
import { findByObjectType } from '../inventory/object-types.ts';
import { Untrusted } from '../text/untrusted.tsx';
import { toVisibleText } from '../text/visible-text.ts';
import { Button } from '../ui/button.tsx';
import { iconPath } from '../ui/icon.tsx';
import { Severity } from '../ui/severity.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import styles from './graph.module.css';
import { layoutRings } from './layout-rings.ts';
import { toLines } from './name-lines.ts';

/** Above this number of nodes, the picture is drawn on a canvas. */
const SVG_LIMIT = 150;
const MAX_NODES = 500;
const DEPTHS = ['1', '2', '3'];
const Large = lazy(() => import('./large-graph.tsx'));

/** The objects around one, up to a number of steps: as a picture, and as a table of the same. One request. */
export default function Neighbourhood({ rootId }: { rootId: string }) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const depth = DEPTHS.find((one) => one === valuesOf(search, 'depth')[0]) ?? '1';
  const [isTable, setTable] = useState(false);
  const { data, error, refetch } = useQuery(
    queryOptions(useWorkspaceClient(), getNeighbourhood, { id: rootId, depth: Number(depth), max_nodes: MAX_NODES }),
  );
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (data === undefined) return <Loading rows={10} />;
  return (
    <section aria-label="Neighbourhood" className={styles.section}>
      <div className={styles.bar}>
        <label>
          Steps{' '}
          <select
            value={depth}
            onChange={(event) =>
              void navigate({ to: '.', search: { ...search, depth: event.target.value } as never, replace: true })
            }
          >
            {DEPTHS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <Button onClick={() => setTable(!isTable)}>{isTable ? 'Show as graph' : 'Show as table'}</Button>
        <span role="status">
          {data.nodes.length} objects, {data.edges.length} relations
          {data.truncated && '. There are more: select fewer steps to see all of them'}
        </span>
      </div>
      {data.nodes.length === 1 ? (
        <EmptyState title="No relations">Nothing is related to this object.</EmptyState>
      ) : isTable ? (
        <RelationTable graph={data} />
      ) : data.nodes.length <= SVG_LIMIT ? (
        <Picture graph={data} />
      ) : (
        <Suspense fallback={<Loading rows={10} />}>
          <Large graph={data} />
        </Suspense>
      )}
    </section>
  );
}

function Picture({ graph }: { graph: Graph }) {
  const { positions, radius } = layoutRings(graph);
  const [halfWidth, halfHeight] = [radius + SIDE_SPACE, radius + END_SPACE];
  return (
    <div className={styles.frame}>
      <svg
        className={styles.picture}
        viewBox={`${-halfWidth} ${-halfHeight} ${halfWidth * 2} ${halfHeight * 2}`}
        style={{ minWidth: halfWidth * 2 * MIN_SCALE, maxWidth: halfWidth * 2 * MAX_SCALE }}
      >
        <title>{`Graph of ${graph.nodes.length} objects`}</title>
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="9"
            markerHeight="9"
            orient="auto-start-reverse"
          >
            <path d="M0 0l8 4-8 4z" className={styles.arrow} />
          </marker>
        </defs>
        {graph.edges.map((edge) => {
          const from = positions.get(edge.from_id);
          const to = positions.get(edge.to_id);
          if (from === undefined || to === undefined) return null;
          const end = shorten(from, to, NODE_RADIUS + 2);
          return (
            <line
              key={`${edge.from_id} ${edge.edge} ${edge.to_id}`}
              className={styles.edge}
              data-evidence={edge.evidence}
              x1={from.x}
              y1={from.y}
              x2={end.x}
              y2={end.y}
              markerEnd="url(#arrow)"
            />
          );
        })}
        {graph.nodes.map((node) => {
          const { x, y } = positions.get(node.aispm_object_id) ?? { x: 0, y: 0 };
          const type = findByObjectType(node.object_type);
          return (
            <RowLink
              key={node.aispm_object_id}
              to={`${type?.segment}/${encodeURIComponent(node.aispm_object_id)}`}
              search={GRAPH_TAB}
              label={describe(node)}
            >
              <g
                transform={`translate(${x} ${y})`}
                data-severity={node.max_definitive_severity ?? undefined}
                className={styles.node}
              >
                <title>{describe(node)}</title>
                <circle r={NODE_RADIUS} />
                <path className={styles.kind} d={iconPath(type?.icon)} transform="translate(-12 -12) scale(1.5)" />
              </g>
            </RowLink>
          );
        })}
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group cannot have the focus; the links have the whole names. */}
        <g aria-hidden="true" className={styles.names}>
          {graph.nodes.map((node) => {
            const { x, y } = positions.get(node.aispm_object_id) ?? { x: 0, y: 0 };
            return (
              <text key={node.aispm_object_id} y={y + NODE_RADIUS}>
                {toLines(toVisibleText(node.aispm_friendly_name)).map((line) => (
                  <tspan key={line} x={x} dy="1.15em">
                    {`${line} `}
                  </tspan>
                ))}
              </text>
            );
          })}
        </g>
      </svg>
    </div>
  );
}

const NODE_RADIUS = 18;
/** Space for the names of the outermost nodes, beside and below them. */
const SIDE_SPACE = 80;
const END_SPACE = 62;
/** The picture is never so small that names cannot be read, and never larger than its strokes and icons look well. */
const MIN_SCALE = 0.62;
const MAX_SCALE = 1.4;
const GRAPH_TAB = { tab: 'graph' };

function shorten(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.max(0, (length - by) / length);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

interface Point {
  x: number;
  y: number;
}

function describe(node: NeighbourhoodNode): string {
  const type = findByObjectType(node.object_type)?.singular ?? node.object_type;
  return `${type} ${node.aispm_friendly_name}, issues: ${node.total_issues_count}`;
}

function RelationTable({ graph }: { graph: Graph }) {
  const nodes = new Map(graph.nodes.map((node) => [node.aispm_object_id, node]));
  const cell = (id: string) => {
    const node = nodes.get(id);
    return node === undefined ? (
      id
    ) : (
      <ObjectLink objectType={node.object_type} id={id} name={node.aispm_friendly_name} />
    );
  };
  return (
    <Table
      label="Relations"
      rows={graph.edges}
      rowKey={(edge) => `${edge.from_id} ${edge.edge} ${edge.to_id}`}
      columns={[
        { label: 'From', render: (edge) => cell(edge.from_id) },
        { label: 'Relation', render: (edge) => <Untrusted text={readLabel(edge.edge)} /> },
        { label: 'To', render: (edge) => cell(edge.to_id) },
        {
          label: 'Severity',
          render: (edge) => <Severity value={nodes.get(edge.to_id)?.max_definitive_severity ?? null} />,
        },
        { label: 'Evidence', render: (edge) => labelOf('EdgeEvidence', edge.evidence) },
      ]}
    />
  );
}
