import type { Neighbourhood } from '@aispm/client';
import Graph from 'graphology';
import { useEffect, useRef } from 'react';
import Sigma from 'sigma';
import styles from './graph.module.css';
import { layoutRings } from './layout-rings.ts';

const NODE_SIZE = 5;
const ROOT_SIZE = 10;

/** The picture of many objects, on a canvas. The table beside it has the same for screen readers. */
export default function LargeGraph({ graph }: { graph: Neighbourhood }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current === null) return;
    const colors = getComputedStyle(frame.current);
    const colorOf = (name: string) => colors.getPropertyValue(name).trim();
    const picture = new Sigma(toGraphology(graph, colorOf), frame.current, {
      labelColor: { color: colorOf('--text-1') },
      defaultEdgeColor: colorOf('--border-1'),
      renderEdgeLabels: false,
      hideEdgesOnMove: true,
    });
    return () => picture.kill();
  }, [graph]);
  return <div ref={frame} className={styles.canvas} role="img" aria-label={`Graph of ${graph.nodes.length} objects`} />;
}

function toGraphology(graph: Neighbourhood, colorOf: (name: string) => string): Graph {
  const result = new Graph({ multi: true, type: 'directed' });
  const { positions } = layoutRings(graph);
  for (const node of graph.nodes) {
    const severity = node.max_definitive_severity;
    result.addNode(node.aispm_object_id, {
      ...positions.get(node.aispm_object_id),
      label: node.aispm_friendly_name,
      size: node.aispm_object_id === graph.root_id ? ROOT_SIZE : NODE_SIZE,
      color: colorOf(severity === null ? '--border-2' : `--severity-${severity}`),
    });
  }
  for (const { from_id, to_id } of graph.edges) {
    if (result.hasNode(from_id) && result.hasNode(to_id)) result.addDirectedEdge(from_id, to_id);
  }
  return result;
}
