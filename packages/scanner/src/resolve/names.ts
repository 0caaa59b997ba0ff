/** Looks names up: in the scopes around a position, in other files, and in the parameters of known calls. */
import type { Expression, ImportStatement, LanguageId, Parameter, Scope, Statement } from '../facts/facts.ts';
import { STATIC } from '../languages/csharp/modules.ts';
import { entriesOf, instanceOfType } from './arguments.ts';
import type { Evaluator } from './evaluator.ts';
import { destructure, listOf } from './items.ts';
import { withMutations } from './mutations.ts';
import { areStarsAmbiguous, isPackageOfFiles, resolveModule, submoduleOf } from './project.ts';
import { choose, type Frame, optionsOf, type SourcePosition, unknown, type Value } from './values.ts';

/** Returns the value of a name at a position. Callers use `Evaluator.lookup`. */
export function lookUp(evaluator: Evaluator, name: string, position: SourcePosition, frame: Frame | undefined): Value {
  const file = evaluator.project.files.get(position.file);
  if (file === undefined) return unknown(`the file ${position.file} was not read`);
  if (name === 'this' && /^(?:typescript|csharp|java)$/.test(file.language)) return currentObject(evaluator, position);
  let statement = position.statement;
  for (let index: number | undefined = position.scope; index !== undefined; ) {
    const scope: Scope | undefined = file.scopes[index];
    const isGlobal = index !== 0 && scope?.globals?.includes(name);
    if (
      scope !== undefined &&
      !isGlobal &&
      (scope.kind !== 'class' || index === position.scope || areMembersVisible(file.language))
    ) {
      const here: SourcePosition = { file: position.file, scope: index, ...(statement !== undefined && { statement }) };
      const value = bindingIn(evaluator, name, scope, here, frameOf(evaluator, here, frame));
      if (value !== undefined) return value;
    }
    statement = undefined;
    index = scope?.parent;
  }
  const member = file.language === 'csharp' ? staticMember(evaluator, name, position.file) : undefined;
  if (member !== undefined) return member;
  const isAmbiguous = areStarsAmbiguous(evaluator.project, position.file);
  const symbols: Value[] = [];
  for (const star of evaluator.project.scopeIndex(position.file, 0).stars) {
    const value = importedValue(evaluator, { ...star, name, local: name }, position.file, true);
    if (value.kind === 'unknown') continue;
    if (value.kind !== 'symbol' || !isAmbiguous) return value;
    symbols.push(value);
  }
  if (symbols.length > 0) return choose(symbols);
  // Paths of the repository start at its root.
  if (name === '__file__') return { kind: 'string', value: position.file, file: position.file, span: [1, 1, 1, 1] };
  return { kind: 'symbol', symbol: `builtins:${name}` };
}

/** A member of a class whose members are names of the file: `using static Desk.Names`. */
function staticMember(evaluator: Evaluator, name: string, file: string): Value | undefined {
  for (const [local, statements] of evaluator.project.scopeIndex(file, 0).bindings) {
    if (!local.startsWith(STATIC)) continue;
    for (const statement of statements) {
      const imported = evaluator.project.files.get(file)?.scopes[0]?.statements[statement];
      const type = imported?.kind === 'import' ? importedValue(evaluator, imported, file) : undefined;
      const value = type?.kind === 'class' ? evaluator.member(type, name) : undefined;
      if (value !== undefined && value.kind !== 'unknown') return value;
    }
  }
  return undefined;
}

/** Whether methods see the names of their class as they are. In the other languages, only the statements of the class itself do. */
function areMembersVisible(language: LanguageId): boolean {
  return language === 'csharp' || language === 'java';
}

/** `this`: an object of the class around a position. */
function currentObject(evaluator: Evaluator, { file, scope }: SourcePosition): Value {
  const scopes = evaluator.project.files.get(file)?.scopes ?? [];
  for (let index: number | undefined = scope; index !== undefined; index = scopes[index]?.parent) {
    if (scopes[index]?.kind !== 'class') continue;
    const type = { kind: 'class', file, scope: index } as const;
    return { kind: 'instance', symbols: evaluator.ancestors(type).symbols, class: type };
  }
  return unknown('the object of a function that is not in a class');
}

/** Returns the frame that applies in a scope: that of its function, or of a function around it. */
function frameOf(evaluator: Evaluator, position: SourcePosition, frame: Frame | undefined): Frame | undefined {
  const scopes = evaluator.project.files.get(position.file)?.scopes ?? [];
  const around = new Set<number>();
  for (let index: number | undefined = position.scope; index !== undefined; index = scopes[index]?.parent)
    around.add(index);
  for (let candidate = frame; candidate !== undefined; candidate = candidate.parent) {
    if (candidate.file === position.file && around.has(candidate.scope)) return candidate;
  }
  return undefined;
}

function bindingIn(
  evaluator: Evaluator,
  name: string,
  scope: Scope,
  position: SourcePosition,
  frame: Frame | undefined,
): Value | undefined {
  const all = evaluator.project.scopeIndex(position.file, position.scope).bindings.get(name) ?? [];
  const own = frame?.scope === position.scope ? frame : undefined;
  const chosen = own?.chosen?.get(name);
  if (chosen !== undefined) return chosen;
  const round = own?.rounds?.(name);
  const local = round ?? own?.bindings(name);
  const parameter = scope.parameters.find((each) => bindsName(each, name));
  const before = all.filter(
    (index) =>
      (position.statement === undefined || index < position.statement) &&
      !(local !== undefined && isImplicit(scope.statements[index])) &&
      !(round !== undefined && scope.statements[index]?.kind === 'iterate'),
  );
  const isBound = parameter !== undefined || local !== undefined;
  const reaching = lastBindings(scope.statements, before.length === 0 && !isBound ? all : before);
  const values = reaching.indexes.map((index) =>
    boundValue(evaluator, name, scope, { ...position, statement: index }, frame),
  );
  if (position.scope === 0) values.push(...globalValues(evaluator, name, position));
  if (isBound && !reaching.isCertain) {
    values.unshift(
      local ??
        (parameter === undefined ? unknown(name) : parameterValue(evaluator, parameter, name, scope, position, frame)),
    );
  }
  return values.length === 0 ? undefined : choose(values);
}

/** What functions assign to a name of their module. */
function globalValues(evaluator: Evaluator, name: string, { file }: SourcePosition): readonly Value[] {
  return (evaluator.project.globalBindings(file).get(name) ?? []).map(({ scope, statement }) => {
    const owner = evaluator.project.files.get(file)?.scopes[scope];
    return owner === undefined
      ? unknown(name)
      : boundValue(evaluator, name, owner, { file, scope, statement }, undefined);
  });
}

function isImplicit(statement: Statement | undefined): boolean {
  return statement?.kind === 'iterate' && statement.isImplicit === true;
}

function bindsName(parameter: Parameter, name: string): boolean {
  return parameter.properties === undefined
    ? parameter.name === name
    : parameter.properties.some(({ local }) => local === name);
}

/** Lists the bindings that may be in effect: the last unconditional one, and conditional ones after it. */
function lastBindings(statements: readonly Statement[], indexes: readonly number[]) {
  let reaching: number[] = [];
  let isCertain = false;
  for (const index of indexes) {
    const statement = statements[index];
    if (statement?.kind === 'assign' && statement.isConditional) reaching.push(index);
    else if (statement?.kind === 'assign' && statement.value === undefined) reaching.push(index);
    else if (statement?.kind === 'import' || statement?.kind === 'define') {
      // Imports and definitions are often repeated in branches, so all of them remain.
      reaching = isCertain ? [...reaching, index] : [index];
      isCertain = true;
    } else {
      reaching = [index];
      isCertain = true;
    }
  }
  return { indexes: reaching, isCertain };
}

function boundValue(
  evaluator: Evaluator,
  name: string,
  scope: Scope,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const statement = scope.statements[position.statement ?? 0];
  if (statement?.kind === 'define') {
    const kind = evaluator.project.files.get(position.file)?.scopes[statement.scope]?.kind;
    if (kind === 'class') return { kind: 'class', file: position.file, scope: statement.scope };
    return { kind: 'function', file: position.file, scope: statement.scope, ...(frame !== undefined && { frame }) };
  }
  if (statement?.kind === 'import') return importedValue(evaluator, statement, position.file);
  if (statement?.kind === 'assign') {
    if (statement.value === undefined) {
      const type = statement.type === undefined ? undefined : evaluator.evaluate(statement.type, position, frame);
      return (type && instanceOfType(evaluator, type)) ?? unknown(`${name} is declared without a value`);
    }
    return partOf(
      evaluator,
      name,
      statement.target,
      evaluator.evaluate(statement.value, position, frame),
      position,
      frame,
    );
  }
  if (statement?.kind === 'iterate') {
    const member = itemOfIteration(evaluator, evaluator.evaluate(statement.source, position, frame), position);
    return partOf(evaluator, name, statement.target, member, position, frame);
  }
  return unknown(`${name} is not bound`);
}

/** Returns the value of a name in a target that destructures a value. */
function partOf(
  evaluator: Evaluator,
  name: string,
  target: Expression,
  value: Value,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  if (target.kind === 'name') return value;
  return (
    new Map(destructure(evaluator, target, value, position, frame)).get(name) ??
    unknown(`${name} is a part of an unknown value`)
  );
}

function itemOfIteration(evaluator: Evaluator, source: Value, position: SourcePosition): Value {
  const members = optionsOf(source).flatMap((option): readonly Value[] => {
    if (option.kind === 'instance' && option.class === undefined && option.symbols.length > 0) return [option];
    return listOf(evaluator, option, position)?.items ?? [unknown('an item of an unknown list')];
  });
  return members.length === 0 ? unknown('an item of an empty list') : choose(members);
}

function parameterValue(
  evaluator: Evaluator,
  parameter: Parameter,
  name: string,
  scope: Scope,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const self = selfOf(evaluator, parameter, scope, position);
  if (self !== undefined) return self;
  const values: Value[] = [];
  if (frame?.scope !== position.scope) {
    for (const caller of evaluator.callers(position.file, position.scope)) {
      const value = caller.frame.bindings(name);
      if (value !== undefined) values.push(value);
    }
  }
  const fallback = defaultOf(parameter, name);
  if (fallback !== undefined)
    values.push(evaluator.evaluate(fallback, positionOfDefaults(evaluator, scope, position), frame));
  const known = values.filter(
    (value) => !(value.kind === 'constant' && value.value === null) && value.kind !== 'unknown',
  );
  if (known.length === 0 && parameter.type !== undefined) {
    const type = evaluator.evaluate(parameter.type, position, frame);
    const instance = parameter.properties === undefined ? instanceOfType(evaluator, type) : entriesOf(type, name);
    if (instance !== undefined) return instance;
  }
  return values.length > 0 ? choose(values) : unknown(`the parameter ${name}, which no known call passes`);
}

/** Where defaults are evaluated: in Python around the function, so that they see names of the class. */
function positionOfDefaults(evaluator: Evaluator, { parent }: Scope, position: SourcePosition): SourcePosition {
  const isPython = evaluator.project.files.get(position.file)?.language === 'python';
  return isPython && parent !== undefined ? { file: position.file, scope: parent } : position;
}

function defaultOf(parameter: Parameter, name: string): Expression | undefined {
  return parameter.properties?.find(({ local }) => local === name)?.default ?? parameter.default;
}

/** Returns the object of a method, or the class of a class method, for its first parameter. */
function selfOf(evaluator: Evaluator, parameter: Parameter, scope: Scope, position: SourcePosition): Value | undefined {
  const file = evaluator.project.files.get(position.file);
  if (file?.language !== 'python' || scope.parameters[0] !== parameter || scope.parent === undefined) return undefined;
  if (file.scopes[scope.parent]?.kind !== 'class') return undefined;
  const names = scope.decorators.map((each) => (each.kind === 'name' ? each.name : ''));
  if (names.includes('staticmethod')) return undefined;
  const type = { kind: 'class', file: position.file, scope: scope.parent } as const;
  return names.includes('classmethod')
    ? type
    : { kind: 'instance', symbols: evaluator.ancestors(type).symbols, class: type };
}

/** Returns what an import binds: something of the repository if it is defined there, otherwise a symbol of a package. */
function importedValue(evaluator: Evaluator, { module, name }: ImportStatement, from: string, isStar = false): Value {
  const { project } = evaluator;
  const files = resolveModule(project, module, from);
  const isRelative = module.startsWith('.');
  if (name === undefined) {
    const [file] = files;
    if (file === undefined) return isRelative ? unknown(`the module ${module} was not found`) : symbol(`${module}:`);
    const others = isPackageOfFiles(project, from) ? files.slice(1) : [];
    return { kind: 'module', file, ...(!isRelative && { symbol: `${module}:` }), ...(others.length > 0 && { others }) };
  }
  for (const file of files) {
    const value = file === from ? undefined : evaluator.exported(file, name);
    if (value !== undefined) return value;
  }
  const [inner] = isStar ? [] : resolveModule(project, submoduleOf(project, from, module, name), from);
  if (inner !== undefined) return { kind: 'module', file: inner };
  const isKnown = isRelative || (isStar && files.length > 0);
  return isKnown ? unknown(`${name} was not found in ${module}`) : symbol(`${module}:${name}`);
}

function symbol(text: string): Value {
  return { kind: 'symbol', symbol: text };
}

/** Returns the value of a name that a module exports; undefined when it exports no such name. */
export function exportedValue(evaluator: Evaluator, file: string, name: string): Value | undefined {
  const { project } = evaluator;
  const facts = project.files.get(file);
  const folder = file.endsWith('/') ? file.slice(0, -1) : file.replace(/\/?__init__\.py$/, '');
  const submodule = (): Value | undefined => {
    if (folder === file) return undefined;
    const candidates = [`${folder}/${name}.py`, `${folder}/${name}/__init__.py`];
    const found = candidates.find(project.paths.hasFile);
    return found === undefined ? undefined : { kind: 'module', file: found };
  };
  if (facts === undefined) return submodule();
  if (facts.exports !== undefined) return listedExport(evaluator, file, name);
  const { bindings, stars } = project.scopeIndex(file, 0);
  if (bindings.has(name)) return changedValue(evaluator, name, file);
  for (const star of stars) {
    for (const source of resolveModule(project, star.module, file)) {
      const value = source === file ? undefined : evaluator.exported(source, name);
      if (value !== undefined) return value;
    }
  }
  return submodule();
}

/** The value of a name of a module, with what the module itself changes later. */
function changedValue(evaluator: Evaluator, name: string, file: string): Value {
  const position: SourcePosition = { file, scope: 0 };
  return withMutations(evaluator, name, evaluator.lookup(name, position), position, undefined);
}

/** Finds a name in the list of exports of a module. */
function listedExport(evaluator: Evaluator, file: string, name: string): Value | undefined {
  const exports = evaluator.project.files.get(file)?.exports ?? [];
  const position: SourcePosition = { file, scope: 0 };
  for (const each of exports) {
    if (each.name !== name) continue;
    if (each.value !== undefined) return evaluator.evaluate(each.value, position);
    if (each.module !== undefined) {
      const imported = each.imported === '*' ? undefined : (each.imported ?? name);
      return importedValue(
        evaluator,
        { kind: 'import', module: each.module, local: name, ...(imported !== undefined && { name: imported }) },
        file,
      );
    }
    if (each.local !== undefined) return changedValue(evaluator, each.local, file);
  }
  for (const each of exports) {
    if (each.name !== '*' || each.module === undefined) continue;
    for (const source of resolveModule(evaluator.project, each.module, file)) {
      const value = source === file ? undefined : evaluator.exported(source, name);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}
