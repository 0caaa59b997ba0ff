/**
 * Compares two reports of API Extractor, declaration by declaration: what would stop a program from compiling that was
 * written against the old one. Read off the syntax, so the verdict does not hang on the version of a compiler; whatever
 * no rule here knows is major.
 */
import ts from 'typescript';
import { type Sides, sidesOf } from './surface-sides.ts';
import type { Verdict } from './verdict.ts';

/** One change of what a package exports. */
interface SurfaceChange {
  verdict: Verdict;
  /** What has changed, such as `Rule.rule_name`. */
  place: string;
  text: string;
}

/** A declaration that a report shows. */
export type Declaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.FunctionDeclaration
  | ts.VariableDeclaration;

/** Where a comparison is: what it looks at, and who writes and who reads values of it. */
interface Here {
  place: string;
  sides: Sides;
  /** Which names callers write and which they read. */
  all: Map<string, Sides>;
}

/**
 * What has changed between two reports.
 *
 * @param old the report of the release, as API Extractor writes it
 */
export function compareSurfaces(old: string, young: string): SurfaceChange[] {
  const [before, after] = [declarationsOf(old), declarationsOf(young)];
  const all = sidesOf([...before.values()]);
  const changes: SurfaceChange[] = [];
  for (const [name, declaration] of before) {
    const now = after.get(name);
    if (!now) changes.push({ verdict: 'major', place: name, text: 'is gone' });
    else changes.push(...compare(declaration, now, { place: name, sides: all.get(name) ?? BOTH, all }));
  }
  for (const name of after.keys()) {
    if (!before.has(name)) changes.push({ verdict: 'minor', place: name, text: 'is new' });
  }
  return changes;
}

/** A name that nothing else uses may be written and read. */
const BOTH: Sides = { written: true, read: true };

/** The declarations of a report by their names; overloads of a function count as one each. */
function declarationsOf(report: string): Map<string, Declaration> {
  const code = /```ts\n([\s\S]*)```/.exec(report)?.[1] ?? '';
  const source = ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Declaration>();
  const add = (name: string, declaration: Declaration) =>
    found.set(found.has(name) ? `${name} (overload ${found.size})` : name, declaration);
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const it of statement.declarationList.declarations) add(it.name.getText(), it);
    } else if (
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isFunctionDeclaration(statement)
    ) {
      if (statement.name) add(statement.name.text, statement);
    }
  }
  return found;
}

function compare(old: Declaration, young: Declaration, here: Here): SurfaceChange[] {
  if (textOf(old) === textOf(young)) return [];
  const parameters = (it: Declaration) =>
    ts.isVariableDeclaration(it) ? '' : (it.typeParameters ?? []).map(textOf).join();
  const bases = (it: Declaration) =>
    ts.isInterfaceDeclaration(it) || ts.isClassDeclaration(it) ? (it.heritageClauses ?? []).map(textOf).join() : '';
  const replaced = (text: string): SurfaceChange[] => [{ verdict: 'major', place: here.place, text }];
  if (parameters(old) !== parameters(young)) return replaced('has other type parameters');
  if (bases(old) !== bases(young)) return replaced('extends something else');
  if (isObjectType(old) && isObjectType(young)) return compareMembers(old.members, young.members, here);
  if (ts.isFunctionDeclaration(old) && ts.isFunctionDeclaration(young)) return compareSignatures(old, young, here);
  if (ts.isTypeAliasDeclaration(old) && ts.isTypeAliasDeclaration(young))
    return compareTypes(old.type, young.type, here);
  if (ts.isVariableDeclaration(old) && ts.isVariableDeclaration(young)) return compareTypes(old.type, young.type, here);
  return replaced('is another kind of declaration');
}

function isObjectType(it: ts.Node): it is ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeLiteralNode {
  return ts.isInterfaceDeclaration(it) || ts.isClassDeclaration(it) || ts.isTypeLiteralNode(it);
}

type Members = ts.NodeArray<ts.TypeElement> | ts.NodeArray<ts.ClassElement>;

function compareMembers(old: Members, young: Members, here: Here): SurfaceChange[] {
  const [before, after] = [byName(old), byName(young)];
  const changes: SurfaceChange[] = [];
  for (const [name, member] of before) {
    const inside = within(here, name);
    const now = after.get(name);
    if (now) changes.push(...compareMember(member, now, inside));
    else changes.push({ verdict: 'major', place: inside.place, text: 'is gone' });
  }
  for (const [name, member] of after) {
    if (before.has(name)) continue;
    const { place, sides } = within(here, name);
    const breaks = sides.written && !isOptional(member);
    changes.push({
      verdict: breaks ? 'major' : 'minor',
      place,
      text: breaks ? 'is new and has to be given' : 'is new',
    });
  }
  return changes;
}

/** Members by their names; calls, constructors and index signatures by what they are. */
function byName(members: Members): Map<string, ts.TypeElement | ts.ClassElement> {
  return new Map(
    Array.from<ts.TypeElement | ts.ClassElement>(members).map((it) => [
      it.name?.getText().replaceAll(/^["']|["']$/g, '') ?? `(${ts.SyntaxKind[it.kind]})`,
      it,
    ]),
  );
}

/** A step down. Below `schemas`, a member is a schema, and its sides are those of its name. */
function within({ place, sides, all }: Here, name: string): Here {
  const own = /(^|\.)schemas$/.test(place) ? all.get(name) : undefined;
  const request = name === 'parameters' || name === 'requestBody' ? { written: true, read: false } : undefined;
  const response = name === 'responses' ? { written: false, read: true } : undefined;
  return { place: `${place}.${name}`, sides: own ?? request ?? response ?? sides, all };
}

function isOptional(member: ts.Node): boolean {
  const { questionToken, type } = member as ts.PropertySignature;
  return questionToken !== undefined || (type !== undefined && textOf(type) === 'never');
}

function compareMember(old: ts.Node, young: ts.Node, here: Here): SurfaceChange[] {
  if (textOf(old) === textOf(young)) return [];
  if (ts.isFunctionLike(old) && ts.isFunctionLike(young)) return compareSignatures(old, young, here);
  if (!isProperty(old) || !isProperty(young))
    return [{ verdict: 'major', place: here.place, text: 'is another thing' }];
  const { place, sides } = here;
  const changes = compareTypes(old.type, young.type, here);
  const [left, leaves] = [isOptional(old), isOptional(young)];
  if (left && !leaves) {
    changes.push({ verdict: sides.written ? 'major' : 'minor', place, text: 'may not be left out any more' });
  }
  if (!left && leaves) changes.push({ verdict: sides.read ? 'major' : 'minor', place, text: 'may be missing' });
  if (textOf(old.modifiers?.[0]) !== textOf(young.modifiers?.[0])) {
    changes.push({ verdict: 'major', place, text: 'has other modifiers' });
  }
  return changes;
}

function isProperty(it: ts.Node): it is ts.PropertySignature | ts.PropertyDeclaration {
  return ts.isPropertySignature(it) || ts.isPropertyDeclaration(it);
}

/** Parameters are what callers write, the result is what they read. */
function compareSignatures(
  old: ts.SignatureDeclaration,
  young: ts.SignatureDeclaration,
  { place, all }: Here,
): SurfaceChange[] {
  const changes = compareTypes(old.type, young.type, {
    place: `${place}()`,
    sides: { written: false, read: true },
    all,
  });
  for (let index = 0; index < Math.max(old.parameters.length, young.parameters.length); index++) {
    const [before, after] = [old.parameters[index], young.parameters[index]];
    const at = `${place}(${(before ?? after)?.name.getText()})`;
    if (!after) changes.push({ verdict: 'major', place: at, text: 'is gone' });
    else if (!before) {
      const optional = after.questionToken !== undefined || after.dotDotDotToken !== undefined;
      changes.push({ verdict: optional ? 'minor' : 'major', place: at, text: 'is a new parameter' });
    } else {
      changes.push(...compareTypes(before.type, after.type, { place: at, sides: { written: true, read: false }, all }));
      if (before.questionToken && !after.questionToken) {
        changes.push({ verdict: 'major', place: at, text: 'has to be given' });
      }
      if (!before.questionToken && after.questionToken) {
        changes.push({ verdict: 'minor', place: at, text: 'may be left out' });
      }
    }
  }
  return changes;
}

function compareTypes(old: ts.TypeNode | undefined, young: ts.TypeNode | undefined, here: Here): SurfaceChange[] {
  if (textOf(old) === textOf(young)) return [];
  const { place, sides } = here;
  const other: SurfaceChange[] = [
    { verdict: 'major', place, text: `was ${brief(textOf(old))}, is ${brief(textOf(young))}` },
  ];
  if (!old || !young) return other;
  if (isObjectType(old) && isObjectType(young)) return compareMembers(old.members, young.members, here);
  if (ts.isArrayTypeNode(old) && ts.isArrayTypeNode(young))
    return compareTypes(old.elementType, young.elementType, here);
  const [was, is] = [unionOf(old), unionOf(young)];
  if (was.size === 1 && is.size === 1) return other;
  const gone = [...was].filter((it) => !is.has(it));
  const come = [...is].filter((it) => !was.has(it));
  const changes: SurfaceChange[] = [];
  if (gone.length > 0)
    changes.push({ verdict: 'major', place, text: `does not have ${brief(gone.join(', '))} any more` });
  if (come.length > 0) {
    // New literals are values that an enumeration grows by. Any other new kind of value is one that readers do not expect.
    const expected = come.every((it) => /^(["'].*["']|\d+)$/.test(it)) || !sides.read;
    changes.push({ verdict: expected ? 'minor' : 'major', place, text: `has ${brief(come.join(', '))} as well` });
  }
  if (gone.length + come.length === 0) changes.push({ verdict: 'patch', place, text: 'is written in another order' });
  return changes;
}

function unionOf(type: ts.TypeNode): Set<string> {
  if (ts.isParenthesizedTypeNode(type)) return unionOf(type.type);
  return new Set(ts.isUnionTypeNode(type) ? type.types.map(textOf) : [textOf(type)]);
}

const printer = ts.createPrinter({ removeComments: true });

/** A node in the one way that it can be written. */
function textOf(node: ts.Node | undefined): string {
  if (!node) return '';
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replaceAll(/\s+/g, ' ');
}

function brief(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
