/** Determines which operations the exported types belong to: those of beta operations may change in a minor version. */
import ts from 'typescript';
import { type Declaration, parseDeclarations, printName } from './declarations.ts';

/**
 * Declarations that list the contract, and how many names lead to an entry: `operations.getRule`,
 * `components.schemas.Rule`, `paths./views.get`.
 */
const LISTS = new Map([
  ['paths', 2],
  ['webhooks', 2],
  ['operations', 1],
  ['components', 2],
]);

/** An entry of a report: a declaration, or an entry of a list. */
interface Entry {
  node: ts.Node;
  /** The keys of the entries that it refers to. */
  references: Set<string>;
}

/**
 * Finds the entries of a report that only some operations use, directly or through other types.
 *
 * An entry that no operation uses belongs to them when it's another name for what only they use, such as a path for its
 * operations. Any other entry, such as a function that waits for the end of a job, belongs to nobody.
 *
 * @param report of API Extractor
 * @param operationIds all operations
 * @param isOwned whether an operation is one of those
 * @returns a function that returns whether the location of a change is in such an entry
 */
export function findOwnedTypes(
  report: string,
  operationIds: readonly string[],
  isOwned: (operationId: string) => boolean,
): (location: string) => boolean {
  const entries = readEntries(parseDeclarations(report));
  const keysOf = (ids: readonly string[]) =>
    ids.flatMap((id) => [id, `operations.${id}`]).filter((key) => entries.has(key));
  const ofOthers = findUsed(entries, keysOf(operationIds.filter((id) => !isOwned(id))));
  const ofOwners = findUsed(entries, keysOf(operationIds.filter(isOwned)));
  const isName = ({ node }: Entry) => ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node);
  const isOwnedEntry = (key: string, visited = new Set<string>()): boolean => {
    const entry = entries.get(key);
    if (!entry || ofOthers.has(key) || ofOwners.has(key)) return ofOwners.has(key) && !ofOthers.has(key);
    const targets = [...entry.references].filter((target) => !visited.has(target));
    visited.add(key);
    return isName(entry) && targets.length > 0 && targets.every((target) => isOwnedEntry(target, visited));
  };
  return (location) => {
    const inside = [...entries.keys()].filter((key) => isWithin(location, key));
    // A path or a method of it; the other members of a path have no operation.
    const below = [...entries].flatMap(([key, { references }]) =>
      isWithin(key, location) && [...references].some((target) => target.startsWith('operations.')) ? [key] : [],
    );
    const found = inside.length > 0 ? inside.sort((a, b) => b.length - a.length).slice(0, 1) : below;
    return found.length > 0 && found.every((key) => isOwnedEntry(key));
  };
}

/** Returns whether a location is that of an entry, or inside of it. */
function isWithin(location: string, key: string): boolean {
  return location === key || (location.startsWith(key) && /^[.(]/.test(location.slice(key.length)));
}

/** Reads the entries of a report by their keys. */
function readEntries(declarations: Map<string, Declaration>): Map<string, Entry> {
  const nodes = new Map<string, ts.Node>();
  for (const [name, declaration] of declarations) {
    const levels = ts.isInterfaceDeclaration(declaration) ? (LISTS.get(name) ?? 0) : 0;
    for (const [key, node] of listEntries(name, declaration, levels)) nodes.set(key, node);
  }
  const names = new Set(nodes.keys());
  return new Map([...nodes].map(([key, node]) => [key, { node, references: findReferencedKeys(node, key, names) }]));
}

function listEntries(key: string, node: ts.Node, levels: number): [string, ts.Node][] {
  const members = ts.isInterfaceDeclaration(node)
    ? node.members
    : ts.isPropertySignature(node) && node.type && ts.isTypeLiteralNode(node.type)
      ? node.type.members
      : undefined;
  if (levels === 0 || !members) return [[key, node]];
  return members.flatMap((member) =>
    member.name ? listEntries(`${key}.${printName(member.name)}`, member, levels - 1) : [],
  );
}

/** Finds the entries that a node refers to, by name or as `components['schemas']['Rule']`. */
function findReferencedKeys(node: ts.Node, own: string, names: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const visit = (child: ts.Node): void => {
    const key = ts.isIndexedAccessTypeNode(child) ? indexedKey(child) : undefined;
    if (key !== undefined && names.has(key)) {
      found.add(key);
      return;
    }
    if (ts.isIdentifier(child) && names.has(child.text)) found.add(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  found.delete(own);
  return found;
}

/** Returns `components.schemas.Rule` for `components['schemas']['Rule']`. */
function indexedKey(node: ts.TypeNode): string | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName.getText();
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return undefined;
  const { literal } = node.indexType;
  const object = indexedKey(node.objectType);
  return object !== undefined && ts.isStringLiteral(literal) ? `${object}.${literal.text}` : undefined;
}

/** Returns some entries with all that they refer to. */
function findUsed(entries: ReadonlyMap<string, Entry>, keys: Iterable<string>): Set<string> {
  const used = new Set(keys);
  // A set may grow during its iteration, which then includes what was added.
  for (const key of used) for (const target of entries.get(key)?.references ?? []) used.add(target);
  return used;
}
