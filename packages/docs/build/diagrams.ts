import { instance } from '@viz-js/viz';
import type { Contract } from './contract.ts';
import type { StateMachine } from './state-diagram.ts';

const viz = await instance();

/** An edge of the graph with its inverse. */
interface Relation {
  from: string;
  to: string;
  edge: string;
  inverse: string;
}

const STYLE = {
  graphAttributes: { bgcolor: 'transparent', rankdir: 'LR', pad: 0.1, nodesep: 0.4, ranksep: 0.6 },
  nodeAttributes: { shape: 'box', style: 'rounded', fontname: 'sans-serif', fontsize: 13, margin: 0.16 },
  edgeAttributes: { fontname: 'sans-serif', fontsize: 11, arrowsize: 0.7 },
};

/**
 * The kinds of objects and the edges between them, as SVG. A box is called like the edges that lead to it, and an edge
 * and its inverse are one line; only edges with another name are written out.
 */
export function objectGraph(contract: Contract): string {
  const relations = relationsOf(contract);
  const names = new Map<string, string>();
  for (const { from, to, edge, inverse } of relations) {
    if (from !== to) names.set(from, inverse).set(to, edge);
  }
  return svg(
    'The object graph',
    `Edges lead both ways between ${relations.map(({ from, to }) => `${names.get(from)} and ${names.get(to)}`).join(', ')}.`,
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
 * The relations that the enumerations of edges state, such as `AgentEdge`. The kind of object that an edge leads to is
 * the one that the edge is called after.
 *
 * @throws Error when an edge has no inverse
 */
export function relationsOf(contract: Contract): Relation[] {
  const edges = Object.entries(contract.components.schemas)
    .filter(([name, { enum: values }]) => name.endsWith('Edge') && values)
    .map(([name, { enum: values }]) => ({ kind: name.slice(0, -'Edge'.length), edges: values as string[] }));
  const kindOf = (edge: string): string => {
    const singular = edge
      .replace(/^(sub|parent)_/, '')
      .replace(/s$/, '')
      .replaceAll('_', '');
    const kind = edges.find((one) => one.kind.toLowerCase() === singular)?.kind;
    if (!kind) throw new Error(`The edge ${edge} leads to no kind of object.`);
    return kind;
  };
  const relations: Relation[] = [];
  for (const { kind, edges: own } of edges) {
    for (const edge of own) {
      const to = kindOf(edge);
      const known = relations.some(
        (one) =>
          (one.from === to && one.to === kind && one.inverse === edge) || (one.from === kind && one.edge === edge),
      );
      if (known) continue;
      const inverse = edges
        .find((one) => one.kind === to)
        ?.edges.find((back) => kindOf(back) === kind && (back !== edge || kind !== to));
      if (!inverse) throw new Error(`The edge ${edge} of ${kind} has no inverse.`);
      relations.push({ from: kind, to, edge, inverse });
    }
  }
  return relations;
}

/** A state machine as SVG; states that nothing follows have a double border. */
export function stateDiagram({ states, transitions }: StateMachine): string {
  const ends = states.filter((state) => transitions.every(([from]) => from !== state));
  return svg('The states', transitions.map(([from, to]) => `${from} to ${to}`).join(', '), {
    ...STYLE,
    directed: true,
    nodes: states.map((name) => ({ name, attributes: ends.includes(name) ? { peripheries: 2 } : {} })),
    edges: transitions.map(([tail, head]) => ({ tail, head })),
  });
}

/** Lays a graph out; the colours are those of the text around it, so that it is readable in light and in dark. */
function svg(title: string, description: string, graph: Parameters<typeof viz.renderString>[0]): string {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-');
  return viz
    .renderString(graph, { format: 'svg' })
    .replace(/^[\s\S]*?<svg /, `<svg role="img" aria-labelledby="${id}-title ${id}-description" class="diagram" `)
    .replace(
      /<title>[^<]*<\/title>/,
      `<title id="${id}-title">${title}</title><desc id="${id}-description">${description}</desc>`,
    )
    .replaceAll(/<title>[^<]*<\/title>\s*/g, '')
    .replaceAll(/<!--[\s\S]*?-->\s*/g, '')
    .replaceAll(/(fill|stroke)="black"/g, '$1="currentColor"')
    .replaceAll(/<text (?![^>]*fill=)/g, '<text fill="currentColor" ')
    .trim();
}
