import type { Neighbourhood } from '@aispm/client';
import { useRouter } from '@tanstack/react-router';
import Graph from 'graphology';
import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import Sigma from 'sigma';
import { WorkspacePath } from '../../shared/links/row-link.tsx';
import { formatSearch } from '../../shared/links/search.ts';
import { toVisibleText } from '../../shared/text/visible-text.ts';
import styles from './graph.module.css';
import { layoutRings } from './layout-rings.ts';
import { graphLink } from './nodes.ts';

const NODE_SIZE = 5;
const ROOT_SIZE = 10;

/**
 * Draws many objects on a canvas. The table offers the same for screen readers and keyboards.
 *
 * @param graph must be the same object until it changes, because a new object redraws the graph
 */
export default function LargeGraph({ graph }: { graph: Neighbourhood }) {
  const frame = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const workspace = useContext(WorkspacePath);
  const open = useRef((_id: string) => {});
  useLayoutEffect(() => {
    open.current = (id) => {
      const node = graph.nodes.find(({ aispm_object_id }) => aispm_object_id === id);
      if (node === undefined) return;
      const { to, search } = graphLink(node);
      void router.navigate({ href: `${workspace}/${to}${formatSearch(search)}` });
    };
  });
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
    const pointTo = (cursor: string) => frame.current?.style.setProperty('cursor', cursor);
    picture.on('enterNode', () => pointTo('pointer'));
    picture.on('leaveNode', () => pointTo('default'));
    picture.on('clickNode', ({ node }) => open.current(node));
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
      label: toVisibleText(node.aispm_friendly_name),
      size: node.aispm_object_id === graph.root_id ? ROOT_SIZE : NODE_SIZE,
      color: colorOf(severity === null ? '--border-2' : `--severity-${severity}`),
    });
  }
  for (const { from_id, to_id } of graph.edges) {
    if (result.hasNode(from_id) && result.hasNode(to_id)) result.addDirectedEdge(from_id, to_id);
  }
  return result;
}
