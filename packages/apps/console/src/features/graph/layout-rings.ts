import type { Neighbourhood } from '@aispm/client';

/** Coordinates of a node. */
export interface Position {
  x: number;
  y: number;
}

const RING = 150;
/** Minimum distance between nodes on a ring. */
const NODE_SPACE = 110;

/**
 * Positions the root in the center and each step on a ring around it, nodes close to their parents. The layout is
 * deterministic.
 */
export function layoutRings({ root_id, nodes, edges }: Neighbourhood): {
  positions: Map<string, Position>;
  radius: number;
} {
  const positions = new Map<string, Position>([[root_id, { x: 0, y: 0 }]]);
  const angles = new Map<string, number>([[root_id, 0]]);
  const deepest = Math.max(0, ...nodes.map(({ depth }) => depth));
  let radius = 0;
  for (let depth = 1; depth <= deepest; depth++) {
    const ring = nodes
      .filter((node) => node.depth === depth)
      .map(({ aispm_object_id: id, object_type }) => ({ id, object_type, angle: parentAngle(id, edges, angles) }))
      .sort((a, b) => a.angle - b.angle || compare(a.object_type, b.object_type) || compare(a.id, b.id));
    radius = Math.max(radius + RING, (ring.length * NODE_SPACE) / (2 * Math.PI));
    for (const [index, { id }] of ring.entries()) {
      const angle = (index / ring.length) * 2 * Math.PI - Math.PI / 2;
      angles.set(id, angle);
      positions.set(id, { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius });
    }
  }
  return { positions, radius };
}

function parentAngle(id: string, edges: Neighbourhood['edges'], angles: ReadonlyMap<string, number>): number {
  for (const { from_id, to_id } of edges) {
    const other = from_id === id ? to_id : to_id === id ? from_id : undefined;
    const angle = other === undefined ? undefined : angles.get(other);
    if (angle !== undefined) return angle;
  }
  return 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
