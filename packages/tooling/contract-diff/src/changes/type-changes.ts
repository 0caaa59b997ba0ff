/**
 * Compares two API reports, declaration by declaration: finds what stops a program from compiling that was written for the
 * base. It compares the syntax, so that a verdict doesn't depend on the version of a compiler. A difference that no rule
 * covers is major.
 */
import { clip } from '@aispm/openapi';
import ts from 'typescript';
import {
  type Declaration,
  isObjectType,
  isProperty,
  type Member,
  membersByName,
  membersOf,
  parseDeclarations,
  printNode,
} from './declarations.ts';
import { determineUsage, type Usage } from './type-usage.ts';
import type { Verdict } from './verdict.ts';

/** One change of the types that a package exports. */
interface TypeChange {
  verdict: Verdict;
  /** The declaration and the member, such as `Rule.rule_name`. */
  location: string;
  text: string;
}

/** What the comparison of two nodes depends on. */
interface Context {
  location: string;
  usage: Usage;
  /** The usage of all types, by name. */
  usages: Map<string, Usage>;
  /** How many levels from here are lists: see {@link LISTS}. */
  listLevels: number;
}

/**
 * Declarations that list the contract, and how many levels of each are lists: paths and webhooks with their methods, operations,
 * kinds of components and their names. Callers don't create values of a list, so a new required property doesn't break them.
 */
const LISTS = new Map([
  ['paths', 2],
  ['webhooks', 2],
  ['operations', 1],
  ['components', 2],
]);

/** Types of the statuses that an operation doesn't declare. Their names change with each status that it does declare. */
const UNDECLARED_STATUSES = /^OtherThan\d[\d_]*$/;

/** Maximum length of a type in a message. */
const MAX_TYPE_LENGTH = 80;

/** The usage of a type that nothing else refers to: a caller may do both. */
const ANY_USAGE: Usage = { isWritten: true, isRead: true };

/** Finds what has changed between two reports of API Extractor. */
export function findTypeChanges(base: string, revision: string): TypeChange[] {
  const [before, after] = [parseDeclarations(base), parseDeclarations(revision)];
  const usages = determineUsage([...before.values()]);
  const common = [...before].flatMap(([name, declaration]): TypeChange[] => {
    const current = after.get(name);
    if (!current) {
      return [{ verdict: UNDECLARED_STATUSES.test(name) ? 'minor' : 'major', location: name, text: 'is removed' }];
    }
    const listLevels = LISTS.get(name) ?? 0;
    const context = { location: name, usage: usages.get(name) ?? ANY_USAGE, usages, listLevels };
    return isEmptyList(declaration) ? [] : compareDeclarations(declaration, current, context);
  });
  const added = [...after.keys()].filter((name) => !before.has(name));
  return [...common, ...added.map((name): TypeChange => ({ verdict: 'minor', location: name, text: 'is new' }))];
}

/** Returns whether a declaration lists nothing, such as the webhooks of a contract that has none. */
function isEmptyList(declaration: Declaration): boolean {
  return ts.isTypeAliasDeclaration(declaration) && printNode(declaration.type) === 'Record<string, never>';
}

function compareDeclarations(base: Declaration, revision: Declaration, context: Context): TypeChange[] {
  if (printNode(base) === printNode(revision)) return [];
  const typeParameters = (declaration: Declaration) =>
    ts.isVariableDeclaration(declaration) ? '' : (declaration.typeParameters ?? []).map(printNode).join();
  const supertypes = (declaration: Declaration) =>
    ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
      ? (declaration.heritageClauses ?? []).map(printNode).join()
      : '';
  const breaking = (text: string): TypeChange[] => [{ verdict: 'major', location: context.location, text }];
  if (typeParameters(base) !== typeParameters(revision)) return breaking('has different type parameters');
  if (supertypes(base) !== supertypes(revision)) return breaking('extends a different type');
  if (isObjectType(base) && isObjectType(revision)) return compareMembers(base.members, revision.members, context);
  if (ts.isFunctionDeclaration(base) && ts.isFunctionDeclaration(revision)) {
    return compareSignatures(base, revision, context);
  }
  if (
    (ts.isTypeAliasDeclaration(base) && ts.isTypeAliasDeclaration(revision)) ||
    (ts.isVariableDeclaration(base) && ts.isVariableDeclaration(revision))
  ) {
    return compareTypes(base.type, revision.type, context);
  }
  return breaking('is a different kind of declaration');
}

function compareMembers(base: readonly Member[], revision: readonly Member[], context: Context): TypeChange[] {
  const [before, after] = [membersByName(base), membersByName(revision)];
  const common = [...before].flatMap(([name, member]): TypeChange[] => {
    const inner = descend(context, name);
    const current = after.get(name);
    if (!current) return [{ verdict: 'major', location: inner.location, text: 'is removed' }];
    return compareMember(member, current, inner);
  });
  const added = [...after].flatMap(([name, member]): TypeChange[] => {
    if (before.has(name)) return [];
    const { location, usage } = descend(context, name);
    const isBreaking = context.listLevels === 0 && usage.isWritten && !isOptional(member);
    return [{ verdict: isBreaking ? 'major' : 'minor', location, text: isBreaking ? 'is new and required' : 'is new' }];
  });
  return [...common, ...added];
}

/** Returns the context of a member. Below `schemas`, a member is a schema, whose usage is that of its name. */
function descend({ location, usage, usages, listLevels }: Context, name: string): Context {
  const ofSchema = /(^|\.)schemas$/.test(location) ? usages.get(name) : undefined;
  const ofRequest = name === 'parameters' || name === 'requestBody' ? { isWritten: true, isRead: false } : undefined;
  const ofResponse = name === 'responses' ? { isWritten: false, isRead: true } : undefined;
  return {
    location: `${location}.${name}`,
    usage: ofSchema ?? ofRequest ?? ofResponse ?? usage,
    usages,
    // Media types are alternatives.
    listLevels: name === 'content' ? 1 : Math.max(listLevels - 1, 0),
  };
}

function compareMember(base: ts.Node, revision: ts.Node, context: Context): TypeChange[] {
  if (printNode(base) === printNode(revision)) return [];
  if (ts.isFunctionLike(base) && ts.isFunctionLike(revision)) return compareSignatures(base, revision, context);
  const { location, usage } = context;
  if (!isProperty(base) || !isProperty(revision)) {
    return [{ verdict: 'major', location, text: 'is a different kind of member' }];
  }
  const changes = compareTypes(base.type, revision.type, context);
  if (isOptional(base) && !isOptional(revision)) {
    changes.push({ verdict: usage.isWritten ? 'major' : 'minor', location, text: 'is no longer optional' });
  }
  if (!isOptional(base) && isOptional(revision)) {
    changes.push({ verdict: usage.isRead ? 'major' : 'minor', location, text: 'is now optional' });
  }
  if (printNode(base.modifiers?.[0]) !== printNode(revision.modifiers?.[0])) {
    const isWritable = printNode(base.modifiers?.[0]) === 'readonly' && !revision.modifiers;
    changes.push({ verdict: isWritable ? 'minor' : 'major', location, text: 'has different modifiers' });
  }
  return changes;
}

/** Returns whether a value may lack a member. An index signature requires none. */
function isOptional(member: ts.Node): boolean {
  return ts.isIndexSignatureDeclaration(member) || (member as ts.PropertySignature).questionToken !== undefined;
}

/** Compares the result, which callers read, and the parameters, which they write. */
function compareSignatures(
  base: ts.SignatureDeclaration,
  revision: ts.SignatureDeclaration,
  { location, usages }: Context,
): TypeChange[] {
  const result = compareTypes(base.type, revision.type, {
    location: `${location}()`,
    usage: { isWritten: false, isRead: true },
    usages,
    listLevels: 0,
  });
  const count = Math.max(base.parameters.length, revision.parameters.length);
  const parameters = Array.from({ length: count }, (_, index) => {
    const [before, after] = [base.parameters[index], revision.parameters[index]];
    const context: Context = {
      location: `${location}(${(before ?? after)?.name.getText()})`,
      usage: { isWritten: true, isRead: false },
      usages,
      listLevels: 0,
    };
    return compareParameter(before, after, context);
  });
  return [...result, ...parameters.flat()];
}

function compareParameter(
  base: ts.ParameterDeclaration | undefined,
  revision: ts.ParameterDeclaration | undefined,
  context: Context,
): TypeChange[] {
  const { location } = context;
  if (!revision) return [{ verdict: 'major', location, text: 'is removed' }];
  if (!base) {
    const canBeOmitted = revision.questionToken !== undefined || revision.dotDotDotToken !== undefined;
    return [{ verdict: canBeOmitted ? 'minor' : 'major', location, text: 'is a new parameter' }];
  }
  const changes = compareTypes(base.type, revision.type, context);
  if (base.questionToken && !revision.questionToken) {
    changes.push({ verdict: 'major', location, text: 'is no longer optional' });
  }
  if (!base.questionToken && revision.questionToken) {
    changes.push({ verdict: 'minor', location, text: 'is now optional' });
  }
  return changes;
}

function compareTypes(
  base: ts.TypeNode | undefined,
  revision: ts.TypeNode | undefined,
  context: Context,
): TypeChange[] {
  if (printNode(base) === printNode(revision)) return [];
  if ([base, revision].every((type) => UNDECLARED_STATUSES.test(printNode(type)))) return [];
  const { location, usage } = context;
  const replaced: TypeChange[] = [
    {
      verdict: 'major',
      location,
      text: `changes from ${clip(printNode(base), MAX_TYPE_LENGTH)} to ${clip(printNode(revision), MAX_TYPE_LENGTH)}`,
    },
  ];
  if (!base || !revision) return replaced;
  const [membersBefore, membersAfter] = [membersOf(base), membersOf(revision)];
  if (membersBefore && membersAfter) return compareMembers(membersBefore, membersAfter, context);
  if (ts.isArrayTypeNode(base) && ts.isArrayTypeNode(revision)) {
    return compareTypes(base.elementType, revision.elementType, context);
  }
  const ofArguments = compareArguments(base, revision, context);
  if (ofArguments) return ofArguments;
  const [before, after] = [unionMembers(base), unionMembers(revision)];
  if (before.size === 1 && after.size === 1) return replaced;
  const { removed, added, changes } = compareAlternatives(before, after, context);
  if (removed.length > 0) {
    // A program may compare with null what is never null.
    const isHarmless = !usage.isWritten && removed.every((member) => member === 'null' || member === 'undefined');
    changes.push({
      verdict: isHarmless ? 'minor' : 'major',
      location,
      text: `no longer includes ${clip(removed.join(', '), MAX_TYPE_LENGTH)}`,
    });
  }
  if (added.length > 0) {
    // New literals are new values of an enumeration, which readers expect. They don't expect any other new type.
    const isExpected = added.every((member) => /^(["'].*["']|\d+)$/.test(member)) || !usage.isRead;
    const verdict = isExpected ? 'minor' : 'major';
    changes.push({ verdict, location, text: `now includes ${clip(added.join(', '), MAX_TYPE_LENGTH)}` });
  }
  if (removed.length + added.length + changes.length === 0)
    changes.push({ verdict: 'patch', location, text: 'has a different order' });
  return changes;
}

/** Compares the arguments of two references to the same generic type; undefined for any other types. */
function compareArguments(base: ts.TypeNode, revision: ts.TypeNode, context: Context): TypeChange[] | undefined {
  if (!ts.isTypeReferenceNode(base) || !ts.isTypeReferenceNode(revision)) return undefined;
  const [from, to] = [base.typeArguments ?? [], revision.typeArguments ?? []];
  if (from.length === 0 || from.length !== to.length || printNode(base.typeName) !== printNode(revision.typeName)) {
    return undefined;
  }
  return from.flatMap((argument, index) => compareTypes(argument, to[index], context));
}

/** Finds the members of a union that another one lacks. References to one generic type are compared by their arguments. */
function compareAlternatives(before: Map<string, ts.TypeNode>, after: Map<string, ts.TypeNode>, context: Context) {
  const added = new Map([...after].filter(([text]) => !before.has(text)));
  const changes: TypeChange[] = [];
  const removed = [...before].filter(([text, type]) => {
    if (after.has(text)) return false;
    for (const [other, candidate] of added) {
      const found = compareArguments(type, candidate, context);
      if (!found) continue;
      added.delete(other);
      changes.push(...found);
      return false;
    }
    return true;
  });
  return { removed: removed.map(([text]) => text), added: [...added.keys()], changes };
}

/** Returns the members of a union by their text; any other type is the only member. */
function unionMembers(type: ts.TypeNode): Map<string, ts.TypeNode> {
  if (ts.isParenthesizedTypeNode(type)) return unionMembers(type.type);
  return new Map((ts.isUnionTypeNode(type) ? [...type.types] : [type]).map((member) => [printNode(member), member]));
}
