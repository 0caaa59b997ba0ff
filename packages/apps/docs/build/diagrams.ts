import { instance } from '@viz-js/viz';
import type { Contract } from './contract.ts';
import type { StateMachine } from './state-diagram.ts';

const viz = await instance();

/** An edge of the object graph with its inverse. `from` and `to` are object types, such as `McpServer`. */
interface Relation {
  from: string;
  to: string;
  edge: string;
  inverse: string;
}

/** The edges that start at an object type. */
interface ObjectEdges {
  objectType: string;
  edges: string[];
}

const STYLE = {
  graphAttributes: { bgcolor: 'transparent', rankdir: 'LR', pad: 0.1, nodesep: 0.4, ranksep: 0.6 },
  nodeAttributes: { shape: 'box', style: 'rounded', fontname: 'sans-serif', fontsize: 13, margin: '0.3,0.12' },
  edgeAttributes: { fontname: 'sans-serif', fontsize: 11, arrowsize: 0.7 },
};

/**
 * Draws the object types and the edges between them as SVG. Each box is labeled with the name of the edges that point to it.
 * A line represents an edge and its inverse. Only edges within a type have their own labels.
 */
export function drawObjectGraph(contract: Contract): string {
  const relations = listRelations(contract);
  const names = new Map<string, string>();
  for (const { from, to, edge, inverse } of relations) {
    if (from !== to) names.set(from, inverse).set(to, edge);
  }
  return renderSvg(
    'The object graph',
    `Edges connect both ways between ${relations.map(({ from, to }) => `${names.get(from)} and ${names.get(to)}`).join(', ')}.`,
    {
      ...STYLE,
      directed: true,
      nodes: [...names].map(([name, label]) => ({ name, attributes: { label } })),
      edges: relations.map(({ from, to, edge, inverse }) => ({
        tail: from,
        head: to,
        attributes: {
          dir: 'both',
          ...(from === to && { label: `  ${edge},\n  ${inverse}`, tailport: 'n', headport: 'n' }),
        },
      })),
    },
  );
}

/**
 * Lists the relations that the enumerations of edges define, such as `AgentEdge`. The name of an edge contains the object
 * type that it points to.
 *
 * @throws {Error} if an edge doesn't point to an object type, or has no inverse
 */
export function listRelations(contract: Contract): Relation[] {
  const all = Object.entries(contract.components.schemas).flatMap(([name, { enum: values }]): ObjectEdges[] =>
    name.endsWith('Edge') && values ? [{ objectType: name.slice(0, -'Edge'.length), edges: values as string[] }] : [],
  );
  const relations: Relation[] = [];
  for (const { objectType, edges } of all) {
    for (const edge of edges) {
      const to = findTarget(all, edge);
      const isListed = relations.some(
        (known) =>
          (known.from === to && known.to === objectType && known.inverse === edge) ||
          (known.from === objectType && known.edge === edge),
      );
      if (isListed) continue;
      const inverse = all
        .find((target) => target.objectType === to)
        ?.edges.find((back) => findTarget(all, back) === objectType && (back !== edge || objectType !== to));
      if (!inverse) throw new Error(`The edge ${edge} of ${objectType} has no inverse. Add one to ${to}Edge.`);
      relations.push({ from: objectType, to, edge, inverse });
    }
  }
  return relations;
}

/** Returns the object type that an edge points to: `McpServer` for `mcp_servers`. */
function findTarget(all: ObjectEdges[], edge: string): string {
  const singular = edge
    .replace(/^(sub|parent)_/, '')
    .replace(/s$/, '')
    .replaceAll('_', '');
  const target = all.find(({ objectType }) => objectType.toLowerCase() === singular);
  if (!target) throw new Error(`The edge ${edge} doesn't point to an object type. Name it after one that has edges.`);
  return target.objectType;
}

/** Lists the edges between object types as a Markdown table. */
export function describeObjectGraph(contract: Contract): string {
  const rows = listRelations(contract).map(
    ({ from, to, edge, inverse }) => `| ${from} | \`${edge}\` | ${to} | \`${inverse}\` |`,
  );
  return ['| From | Edge | To | Inverse |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * Draws a state machine as SVG, top to bottom so that it fits narrow screens. Final states have a double border.
 */
export function drawStateMachine({ states, transitions }: StateMachine): string {
  const finalStates = states.filter((state) => transitions.every(([from]) => from !== state));
  return drawGraph('The states', transitions.map(([from, to]) => `${from} to ${to}`).join(', '), {
    nodes: states.map((name) => ({ name, attributes: finalStates.includes(name) ? { peripheries: 2 } : {} })),
    edges: transitions.map(([tail, head]) => ({ tail, head, attributes: {} })),
    graphAttributes: { rankdir: 'TB', nodesep: 0.3, ranksep: 0.45 },
  });
}

/** A graph to draw, with Graphviz attributes. */
export interface Drawing {
  nodes: { name: string; attributes: Record<string, string | number> }[];
  edges: { tail: string; head: string; attributes: Record<string, string | number> }[];
  graphAttributes?: Record<string, string | number>;
}

/**
 * Draws a directed graph as SVG, from left to right unless its attributes specify otherwise.
 *
 * @param description a description for readers who can't see the diagram
 */
export function drawGraph(title: string, description: string, { nodes, edges, graphAttributes }: Drawing): string {
  return renderSvg(title, description, {
    ...STYLE,
    graphAttributes: { ...STYLE.graphAttributes, ...graphAttributes },
    directed: true,
    nodes,
    edges,
  });
}

/** Maximum width of a diagram whose labels are still readable when scaled down to a narrow screen. */
const MAX_NARROW_PT = 380;

/** Attributes for narrow screens: top to bottom, and dense. */
const NARROW = {
  graphAttributes: { rankdir: 'TB', nodesep: 0.25, ranksep: 0.4 },
  nodeAttributes: { margin: '0.2,0.08' },
};

type Graph = Exclude<Parameters<typeof viz.renderString>[0], string>;

/**
 * Lays out a graph. It inherits the text color, so that it's readable in both themes. Wide diagrams get a second version for
 * narrow screens.
 */
function renderSvg(title: string, description: string, graph: Graph): string {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-');
  const svg = viz.renderString(graph, { format: 'svg' });
  const [, width = ''] = /^[\s\S]*?<svg width="(\d+)pt"/.exec(svg) ?? [];
  if (Number(width) <= MAX_NARROW_PT) return toPicture(svg, id, 'diagram', title, description);
  const narrow = {
    ...graph,
    graphAttributes: { ...graph.graphAttributes, ...NARROW.graphAttributes },
    nodeAttributes: { ...graph.nodeAttributes, ...NARROW.nodeAttributes },
  };
  return [
    toPicture(svg, id, 'diagram is-wide', title, description),
    toPicture(viz.renderString(narrow, { format: 'svg' }), `${id}-narrow`, 'diagram is-narrow', title, description),
  ].join('\n');
}

/** Adds a title and a description to a Graphviz drawing, and makes it inherit the text color. */
function toPicture(svg: string, id: string, classes: string, title: string, description: string): string {
  return (
    svg
      .replace(/^[\s\S]*?<svg /, `<svg role="img" aria-labelledby="${id}-title ${id}-description" class="${classes}" `)
      .replace(
        /<title>[^<]*<\/title>/,
        `<title id="${id}-title">${title}</title><desc id="${id}-description">${description}</desc>`,
      )
      .replaceAll(/<title>[^<]*<\/title>\s*/g, '')
      .replaceAll(/<!--[\s\S]*?-->\s*/g, '')
      // Removes identifiers that repeat in each drawing and aren't used.
      .replaceAll(/ id="(?:graph|node|edge)\d+" class="(?:graph|node|edge)"/g, '')
      .replaceAll(' font-family="sans-serif"', '')
      // Rounding is invisible.
      .replaceAll(/-?\d+\.\d+/g, (length) => String(Math.round(Number(length))))
      .replaceAll(/(fill|stroke)="black"/g, '$1="currentColor"')
      .replaceAll(/<text (?![^>]*fill=)/g, '<text fill="currentColor" ')
      .trim()
  );
}
