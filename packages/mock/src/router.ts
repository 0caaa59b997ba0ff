/** Finds the operations of a path in time that depends on the path's length and not on the number of operations. */

/** What the router needs to know about an operation. */
export interface Routable {
  method: string;
  /** Path template, for example `/rules/{rule_id}`. */
  path: string;
}

/** A path that the contract has. */
export interface Match<Operation extends Routable> {
  /** The operations of the path by method, in upper case. */
  methods: ReadonlyMap<string, Operation>;
}

interface Node<Operation> {
  literals: Map<string, Node<Operation>>;
  /** Segments with a parameter, such as `{id}` or `{id}.csv`, the more specific ones first. */
  patterns: { segment: string; matches: RegExp; node: Node<Operation> }[];
  methods: Map<string, Operation>;
}

/** Returns the operations of a request path (still percent-encoded), or undefined for a path that there is not. */
export type Router<Operation extends Routable> = (path: string) => Match<Operation> | undefined;

/**
 * Builds a router for operations.
 *
 * A literal segment goes before one with a parameter, segment by segment from the left, as OpenAPI demands. Where
 * several templates match, the methods of all of them count, and the more specific template wins a method that both
 * have. An empty segment matches no parameter.
 */
export function createRouter<Operation extends Routable>(operations: readonly Operation[]): Router<Operation> {
  const root = createNode<Operation>();
  for (const operation of operations) insert(root, operation);
  return (path) => {
    const [first, ...others] = walk(root, path.split('/').slice(1).map(decodeSegment), 0);
    if (!first || others.length === 0) return first;
    const methods = new Map<string, Operation>();
    for (const node of [first, ...others]) {
      for (const [method, operation] of node.methods) if (!methods.has(method)) methods.set(method, operation);
    }
    return { methods };
  };
}

/** Decodes a segment of a path; one that is not validly encoded stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Encodes a segment of a path. Halves of surrogate pairs, which cannot be encoded, are replaced on the way. */
export function encodeSegment(segment: string): string {
  return encodeURIComponent(Buffer.from(segment).toString());
}

function createNode<Operation>(): Node<Operation> {
  return { literals: new Map(), patterns: [], methods: new Map() };
}

function insert<Operation extends Routable>(root: Node<Operation>, operation: Operation): void {
  let node = root;
  for (const segment of operation.path.split('/').slice(1)) node = childFor(node, segment);
  node.methods.set(operation.method.toUpperCase(), operation);
}

function childFor<Operation>(node: Node<Operation>, segment: string): Node<Operation> {
  if (!segment.includes('{')) {
    const child = node.literals.get(segment) ?? createNode<Operation>();
    node.literals.set(segment, child);
    return child;
  }
  // The names of the parameters make no difference: `/a/{x}/b` and `/a/{y}/c` share a node.
  const anonymous = segment.replace(/\{[^}]*\}/g, '{}');
  const known = node.patterns.find((pattern) => pattern.segment === anonymous);
  if (known) return known.node;
  const source = anonymous.split('{}').map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = {
    segment: anonymous,
    matches: new RegExp(`^${source.join('.+')}$`, 's'),
    node: createNode<Operation>(),
  };
  node.patterns.push(pattern);
  node.patterns.sort((a, b) => b.segment.length - a.segment.length);
  return pattern.node;
}

/** The nodes that a path leads to and that have operations, the most specific one first. */
function* walk<Operation>(node: Node<Operation>, segments: string[], depth: number): Generator<Node<Operation>> {
  const segment = segments[depth];
  if (segment === undefined) {
    if (node.methods.size > 0) yield node;
    return;
  }
  const literal = node.literals.get(segment);
  if (literal) yield* walk(literal, segments, depth + 1);
  for (const { matches, node: child } of node.patterns) {
    if (matches.test(segment)) yield* walk(child, segments, depth + 1);
  }
}
