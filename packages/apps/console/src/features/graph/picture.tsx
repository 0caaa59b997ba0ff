import values from 'virtual:contract/values';
import type { Neighbourhood as Graph } from '@aispm/client';
import { findByObjectType } from '../../shared/contract/object-types.ts';
import { RowLink } from '../../shared/links/row-link.tsx';
import { toVisibleText } from '../../shared/text/visible-text.ts';
import { iconPath } from '../../shared/ui/icon.tsx';
import { severityShape } from '../../shared/ui/severity.tsx';
import styles from './graph.module.css';
import { layoutRings } from './layout-rings.ts';
import { toLines } from './name-lines.ts';
import { describeEdge, describeNode, graphLink } from './nodes.ts';

const NODE_RADIUS = 18;
/** Line height of names, in `em`. */
const LINE_HEIGHT = 1.15;
/** Space for the names around the outermost nodes. */
const SIDE_SPACE = 80;
const END_SPACE = 68;
/** Smaller names would be unreadable, and larger strokes and icons would look clumsy. */
const MIN_SCALE = 0.62;
const MAX_SCALE = 1.4;

/** Draws a graph as SVG, in which each object links to its own graph. */
export function Picture({ graph }: { graph: Graph }) {
  const { positions, radius } = layoutRings(graph);
  const names = new Map(graph.nodes.map((node) => [node.aispm_object_id, toVisibleText(node.aispm_friendly_name)]));
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
          const line = { x1: from.x, y1: from.y, x2: end.x, y2: end.y };
          return (
            <g key={`${edge.from_id} ${edge.edge} ${edge.to_id}`} className={styles.relation}>
              <title>{describeEdge(edge, names)}</title>
              <line className={styles.target} {...line} />
              <line className={styles.edge} data-evidence={edge.evidence} {...line} markerEnd="url(#arrow)" />
            </g>
          );
        })}
        {graph.nodes.map((node) => {
          const { x, y } = positions.get(node.aispm_object_id) ?? { x: 0, y: 0 };
          const type = findByObjectType(node.object_type);
          return (
            <RowLink key={node.aispm_object_id} {...graphLink(node)} label={describeNode(node)}>
              <g
                transform={`translate(${x} ${y})`}
                data-severity={node.max_definitive_severity ?? undefined}
                className={styles.node}
              >
                <title>{describeNode(node)}</title>
                <circle r={NODE_RADIUS} />
                <path className={styles.kind} d={iconPath(type?.icon)} transform="translate(-12 -12) scale(1.5)" />
                {node.max_definitive_severity !== null && (
                  <text className={styles.shape} x={NODE_RADIUS * 0.8} y={-NODE_RADIUS * 0.5}>
                    {severityShape(node.max_definitive_severity)}
                  </text>
                )}
              </g>
            </RowLink>
          );
        })}
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group can't have focus; the links have the full names. */}
        <g aria-hidden="true" className={styles.names}>
          {graph.nodes.map((node) => {
            const { x, y } = positions.get(node.aispm_object_id) ?? { x: 0, y: 0 };
            const lines = toLines(toVisibleText(node.aispm_friendly_name));
            // Outside of the ring, because most lines point to the center.
            const isAbove = y < -NODE_RADIUS;
            const firstLine = isAbove ? 0.65 - lines.length * LINE_HEIGHT : LINE_HEIGHT;
            return (
              <text key={node.aispm_object_id} y={isAbove ? y - NODE_RADIUS : y + NODE_RADIUS}>
                {lines.map((line, index) => (
                  <tspan key={line} x={x} dy={`${index === 0 ? firstLine : LINE_HEIGHT}em`}>
                    {`${line} `}
                  </tspan>
                ))}
              </text>
            );
          })}
        </g>
      </svg>
      <Legend />
    </div>
  );
}

/** Explains the line styles. */
function Legend() {
  return (
    <ul className={styles.legend} aria-label="Lines">
      {values.enumerations.EdgeEvidence.map(({ value, label, description }) => (
        <li key={value}>
          <svg width="32" height="8" aria-hidden="true">
            <line className={styles.edge} data-evidence={value} x1="0" y1="4" x2="32" y2="4" />
          </svg>
          {description === '' ? label : description}
        </li>
      ))}
      <li>Hover over a line to see its relation.</li>
    </ul>
  );
}

function shorten(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.max(0, (length - by) / length);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

interface Point {
  x: number;
  y: number;
}
