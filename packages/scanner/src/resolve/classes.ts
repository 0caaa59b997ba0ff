/** Members of values, and the classes that a class derives from. */
import type { Expression, Scope } from '../facts/facts.ts';
import { argumentOf, instanceOfType } from './arguments.ts';
import type { Evaluator } from './evaluator.ts';
import { environment } from './expressions.ts';
import { withFieldMutations } from './mutations.ts';
import { memberOfPath } from './paths.ts';
import { scopeOf } from './positions.ts';
import {
  type ClassValue,
  choose,
  type Frame,
  type InstanceValue,
  instanceId,
  optionsOf,
  type SourcePosition,
  stringsOf,
  unknown,
  type Value,
} from './values.ts';

/** No more classes are followed upwards. */
const MAX_ANCESTORS = 20;

/** Lists the classes that a class derives from, with itself first. */
export function findAncestors(
  evaluator: Evaluator,
  value: ClassValue,
): { classes: readonly ClassValue[]; symbols: readonly string[] } {
  const classes: ClassValue[] = [value];
  const symbols: string[] = [];
  for (const each of classes) {
    const scope = scopeOf(evaluator, each);
    const position: SourcePosition = { file: each.file, scope: scope?.parent ?? 0 };
    for (const base of scope?.bases ?? []) {
      if (base.name !== undefined || classes.length > MAX_ANCESTORS) continue;
      for (const option of optionsOf(evaluator.evaluate(base.value, position))) {
        if (option.kind === 'symbol') symbols.push(option.symbol);
        if (option.kind === 'instance') symbols.push(...option.symbols);
        const isNew = option.kind === 'class' && !classes.some((known) => isSame(known, option));
        if (isNew) classes.push(option);
      }
    }
  }
  return { classes, symbols: [...new Set(symbols)] };
}

function isSame(a: ClassValue, b: ClassValue): boolean {
  return a.file === b.file && a.scope === b.scope;
}

/** Returns a member of a value. */
export function memberOf(evaluator: Evaluator, value: Value, name: string): Value {
  switch (value.kind) {
    case 'symbol':
      if (/:(?:process\.env|import\.meta\.env|Deno\.env|Bun\.env)$/.test(value.symbol)) {
        return { kind: 'environment', variable: name };
      }
      return {
        kind: 'symbol',
        symbol: value.symbol.endsWith(':') ? `${value.symbol}${name}` : `${value.symbol}.${name}`,
      };
    case 'module':
      return (
        [value.file, ...(value.others ?? [])]
          .map((file) => evaluator.exported(file, name))
          .find((found) => found !== undefined) ??
        (value.symbol === undefined
          ? unknown(`${name} was not found in ${value.file}`)
          : memberOf(evaluator, { kind: 'symbol', symbol: value.symbol }, name))
      );
    case 'instance':
      return instanceMember(evaluator, value, name);
    case 'class':
      return (
        classMember(evaluator, value, name, value) ??
        definitionString(evaluator, value, name) ??
        inheritedMember(evaluator, value, name)
      );
    case 'function':
      return definitionString(evaluator, value, name) ?? unknown(`a member of a function: ${name}`);
    case 'dictionary': {
      const entry = value.entries.find(({ key }) => key === name);
      return entry?.value ?? unknown(`no property ${name}`);
    }
    case 'string':
      // The value of a member of an enumeration.
      return name === 'value' ? value : (memberOfPath(value, name) ?? unknown('a property of a string'));
    case 'environment':
      return environment({ kind: 'unknown', reason: '' }, value.default);
    case 'choice':
      return choose(value.options.map((option) => evaluator.member(option, name)));
    case 'method':
      return memberOf(evaluator, { kind: 'symbol', symbol: `${value.receiver.symbols[0] ?? ''}.${value.name}` }, name);
    default:
      return unknown(`a member of an unknown value: ${name}`);
  }
}

/** The name and the documentation of a function or a class in Python: `function.__name__`. */
function definitionString(
  evaluator: Evaluator,
  value: { readonly file: string; readonly scope: number },
  name: string,
): Value | undefined {
  const { name: own, documentation, span } = scopeOf(evaluator, value) ?? {};
  const text = /^__(?:qual)?name__$/.test(name) ? own : name === '__doc__' ? documentation : undefined;
  return text === undefined || text === '' || span === undefined
    ? undefined
    : { kind: 'string', value: text, file: value.file, span };
}

function instanceMember(evaluator: Evaluator, value: InstanceValue, name: string): Value {
  if (value.class !== undefined) {
    const found = fieldOf(evaluator, value, value.class, name);
    if (found !== undefined) return found;
  }
  const named = name === 'name' ? nameOf(evaluator, value) : undefined;
  if (named !== undefined) return named;
  // `runtime: Runtime[Settings]`, `context: RunContext[Settings]`: the first parameter of the type is the type of what code passes.
  const [passed] = /^(?:context|deps)$/.test(name) ? (value.parameters ?? []) : [];
  const known = passed === undefined ? undefined : instanceOfType(evaluator, passed);
  if (known !== undefined) return known;
  return value.symbols.length > 0
    ? { kind: 'method', receiver: value, name }
    : unknown(`the object has no known member ${name}`);
}

/** What a class has of the classes of libraries from which it derives, such as a class method that creates objects. */
function inheritedMember(evaluator: Evaluator, value: ClassValue, name: string): Value {
  const symbols = evaluator.ancestors(value).symbols.filter((symbol) => /:[A-Za-z]/.test(symbol));
  if (symbols.length === 0) return unknown(`the class has no member ${name}`);
  return choose(symbols.map((symbol) => ({ kind: 'symbol', symbol: `${symbol}.${name}` })));
}

/** The name that a library was given for an object, which the object has in all libraries of the catalogue. */
function nameOf(evaluator: Evaluator, { call, position, frame }: InstanceValue): Value | undefined {
  if (call === undefined || position === undefined) return undefined;
  const passed = argumentOf(evaluator, call.arguments, position, frame, 'name');
  return passed !== undefined && stringsOf(passed).length > 0 ? passed : undefined;
}

/** Finds a field of an object of a class of the repository: assigned in its methods, passed to its constructor, or of the class. */
function fieldOf(evaluator: Evaluator, value: InstanceValue, type: ClassValue, name: string): Value | undefined {
  const { classes } = evaluator.ancestors(type);
  const constructorScope = classes.map((each) => methodOf(evaluator, each, '__init__', 'constructor')).find(Boolean);
  if (constructorScope === undefined && value.call !== undefined && value.position !== undefined) {
    const argumentIndex = positionOfField(evaluator, classes, name);
    const passed = argumentOf(evaluator, value.call.arguments, value.position, value.frame, name, argumentIndex);
    if (passed !== undefined) return passed;
  }
  for (const each of classes) {
    const assigned = assignedField(evaluator, value, each, name);
    if (assigned !== undefined) return assigned;
    const passed = passedToLibrary(evaluator, value, each, name);
    if (passed !== undefined) return passed;
    const member = classMember(evaluator, each, name, value, true);
    if (member !== undefined) return member;
  }
  return undefined;
}

/**
 * Returns the position of a parameter of the constructor that a class of the repository in Python has or inherits, -1 when it has no such
 * parameter, and undefined when the constructor is that of a library.
 */
export function positionInConstructor(evaluator: Evaluator, type: ClassValue, name: string): number | undefined {
  for (const each of evaluator.ancestors(type).classes) {
    const scope = methodOf(evaluator, each, '__init__');
    if (scope === undefined) continue;
    const parameters = scopeOf(evaluator, { file: each.file, scope })?.parameters.slice(1) ?? [];
    return parameters.findIndex((parameter) => parameter.kind === 'positional' && parameter.name === name);
  }
  return undefined;
}

/** What the constructor of a class passes by name to that of a library, which makes it a field: `super().__init__(name=…)`. */
function passedToLibrary(
  evaluator: Evaluator,
  value: InstanceValue,
  type: ClassValue,
  name: string,
): Value | undefined {
  const { classes } = evaluator.ancestors(type);
  const [own, ...inherited] = classes.map((each) => methodOf(evaluator, each, '__init__'));
  if (own === undefined || inherited.some((each) => each !== undefined)) return undefined;
  const statements = scopeOf(evaluator, { file: type.file, scope: own })?.statements ?? [];
  for (const [statement, line] of statements.entries()) {
    if (line.kind !== 'evaluate' || line.value.kind !== 'call' || !isSuperCall(line.value)) continue;
    const frame = frameOfConstructor(evaluator, value, own, type);
    return argumentOf(evaluator, line.value.arguments, { file: type.file, scope: own, statement }, frame, name);
  }
  return undefined;
}

/** The position of a field among the arguments of a data class or a named tuple; undefined for other classes and fields. */
function positionOfField(evaluator: Evaluator, classes: readonly ClassValue[], name: string): number | undefined {
  const scopes = classes.flatMap((each) => scopeOf(evaluator, each) ?? []);
  const isPositional = (scope: Scope) =>
    scope.decorators.some((each) => /^(?:data|define|attrs|frozen)(?:class)?$/.test(lastNameOf(each))) ||
    scope.bases.some(({ value }) => lastNameOf(value) === 'NamedTuple');
  if (!scopes.some(isPositional)) return undefined;
  // The fields of base classes come first.
  const fields = scopes
    .toReversed()
    .flatMap(({ statements }) =>
      statements.flatMap((each) =>
        each.kind === 'assign' && each.type !== undefined && each.target.kind === 'name' ? [each.target.name] : [],
      ),
    );
  const argumentIndex = [...new Set(fields)].indexOf(name);
  return argumentIndex < 0 ? undefined : argumentIndex;
}

function lastNameOf(expression: Expression): string {
  if (expression.kind === 'call') return lastNameOf(expression.callee);
  return expression.kind === 'name' || expression.kind === 'member' ? expression.name : '';
}

/** `self.name = …` and `this.name = …` in the methods of a class. */
function assignedField(evaluator: Evaluator, value: InstanceValue, type: ClassValue, name: string): Value | undefined {
  const scopes = evaluator.project.files.get(type.file)?.scopes ?? [];
  const values: Value[] = [];
  scopes.forEach((method, index) => {
    if (method.kind !== 'function' || method.parent !== type.scope) return;
    const self = evaluator.project.files.get(type.file)?.language === 'python' ? method.parameters[0]?.name : 'this';
    method.statements.forEach((statement, statementIndex) => {
      if (statement.kind !== 'assign' || statement.value === undefined || statement.isAddition) return;
      const { target } = statement;
      const isField = target.kind === 'member' && target.object.kind === 'name' && target.object.name === self;
      if (!isField || target.name !== name) return;
      const position: SourcePosition = { file: type.file, scope: index, statement: statementIndex };
      const isConstructor = method.name === '__init__' || method.name === 'constructor';
      const frame = isConstructor
        ? frameOfConstructor(evaluator, value, index, type)
        : value.class !== undefined && isSame(value.class, type)
          ? undefined
          : frameOfMethod(evaluator, value, index, type);
      values.push(evaluator.evaluate(statement.value, position, frame));
    });
  });
  return values.length === 0 ? undefined : withFieldMutations(evaluator, name, choose(values), type);
}

/** The frame of a constructor, of the class itself or of one from which it derives, in the call that created an object. */
export function frameOfConstructor(
  evaluator: Evaluator,
  value: InstanceValue,
  scope: number,
  type: ClassValue,
): Frame | undefined {
  return inheritedFrame(evaluator, value, scope, type) ?? constructorFrame(evaluator, value, scope, type);
}

/** The frame of a method in which `self` is an object; undefined when the object is any of the class that defines the method. */
export function frameOfMethod(
  evaluator: Evaluator,
  value: InstanceValue,
  scope: number,
  type: ClassValue,
): Frame | undefined {
  const isOwn = value.class === undefined || (isSame(value.class, type) && value.call === undefined);
  const self = scopeOf(evaluator, { file: type.file, scope })?.parameters[0]?.name;
  if (isOwn || self === undefined || evaluator.project.files.get(type.file)?.language !== 'python') return undefined;
  return {
    file: type.file,
    scope,
    bindings: (name) => (name === self ? value : undefined),
    id: evaluator.frameId(value.frame, `self ${scope} ${instanceId(value)}`),
  };
}

/**
 * The parameters of an inherited constructor in `super().__init__(…)` and `super(…)` of the constructor that derives from it; undefined
 * when the class that the object has doesn't call it.
 */
function inheritedFrame(
  evaluator: Evaluator,
  value: InstanceValue,
  scope: number,
  type: ClassValue,
): Frame | undefined {
  const own = value.class;
  if (own === undefined || isSame(own, type)) return undefined;
  const { classes } = evaluator.ancestors(own);
  const below = classes.slice(
    0,
    classes.findIndex((each) => isSame(each, type)),
  );
  for (const each of below.toReversed()) {
    const constructorScope = methodOf(evaluator, each, '__init__', 'constructor');
    if (constructorScope === undefined) continue;
    const inner = scopeOf(evaluator, { file: each.file, scope: constructorScope });
    const statement = inner?.statements.findIndex((line) => line.kind === 'evaluate' && isSuperCall(line.value)) ?? -1;
    const line = inner?.statements[statement];
    if (line?.kind !== 'evaluate' || line.value.kind !== 'call') return undefined;
    const frame =
      inheritedFrame(evaluator, value, constructorScope, each) ??
      constructorFrame(evaluator, value, constructorScope, each);
    const position: SourcePosition = { file: each.file, scope: constructorScope, statement };
    return constructorFrame(
      evaluator,
      { kind: 'instance', symbols: [], call: line.value, position, ...(frame !== undefined && { frame }) },
      scope,
      type,
      value,
    );
  }
  return undefined;
}

/** `super().__init__(…)`, `super(…)`. */
function isSuperCall(expression: Expression): boolean {
  if (expression.kind !== 'call') return false;
  const { callee } = expression;
  if (callee.kind === 'name') return callee.name === 'super';
  if (callee.kind !== 'member' || callee.name !== '__init__' || callee.object.kind !== 'call') return false;
  const { callee: inner } = callee.object;
  return inner.kind === 'name' && inner.name === 'super';
}

/** The parameters of the constructor in the call that created the object. */
function constructorFrame(
  evaluator: Evaluator,
  value: InstanceValue,
  scope: number,
  type: ClassValue,
  object?: InstanceValue,
): Frame | undefined {
  const { call, position, frame } = value;
  const self = object ?? value;
  const isDerived = self.class !== undefined && !isSame(self.class, type);
  const method = scopeOf(evaluator, { file: type.file, scope });
  if (call === undefined || position === undefined || method === undefined) return undefined;
  const isPython = evaluator.project.files.get(type.file)?.language === 'python';
  const parameters = isPython ? method.parameters.slice(1) : method.parameters;
  return {
    file: type.file,
    scope,
    bindings: (name) => {
      const argumentIndex = parameters.findIndex((parameter) => parameter.name === name);
      if (argumentIndex < 0) return isPython && name === method.parameters[0]?.name ? self : undefined;
      return argumentOf(evaluator, call.arguments, position, frame, name, argumentIndex);
    },
    id: evaluator.frameId(frame, `${position.file}#${call.id}${isDerived ? ` ${instanceId(self)}` : ''}`),
  };
}

function methodOf(evaluator: Evaluator, type: ClassValue, ...names: string[]): number | undefined {
  const index = scopeOf(evaluator, type)?.statements.find(
    (statement) => statement.kind === 'define' && names.includes(statement.name),
  );
  return index?.kind === 'define' ? index.scope : undefined;
}

/** Finds a member that the statements of a class define. */
function classMember(
  evaluator: Evaluator,
  type: ClassValue,
  name: string,
  self: Value,
  isOwnOnly = false,
): Value | undefined {
  const classes = isOwnOnly ? [type] : evaluator.ancestors(type).classes;
  for (const each of classes) {
    const scope = scopeOf(evaluator, each);
    const index = scope?.statements.findLastIndex(
      (statement) =>
        (statement.kind === 'define' && statement.name === name) ||
        (statement.kind === 'assign' && statement.target.kind === 'name' && statement.target.name === name),
    );
    const statement = index === undefined ? undefined : scope?.statements[index];
    const position: SourcePosition = {
      file: each.file,
      scope: each.scope,
      ...(index !== undefined && { statement: index }),
    };
    if (statement?.kind === 'define') return definedMember(evaluator, each, statement.scope, self);
    if (statement?.kind !== 'assign') continue;
    if (statement.value !== undefined)
      return withFieldMutations(evaluator, name, evaluator.evaluate(statement.value, position), each);
    const declared = statement.type && instanceOfType(evaluator, evaluator.evaluate(statement.type, position));
    if (declared !== undefined) return declared;
  }
  return undefined;
}

function definedMember(evaluator: Evaluator, type: ClassValue, scope: number, self: Value): Value {
  const method = scopeOf(evaluator, { file: type.file, scope });
  if (method?.kind === 'class') return { kind: 'class', file: type.file, scope };
  const names = (method?.decorators ?? []).map((each) =>
    each.kind === 'name' ? each.name : each.kind === 'member' ? each.name : '',
  );
  const isStatic = names.includes('staticmethod');
  const bound: Value = {
    kind: 'function',
    file: type.file,
    scope,
    ...(!isStatic && { self: names.includes('classmethod') ? classOf(self, type) : self }),
  };
  const isProperty = names.some((name) => /^(property|cached_property|computed_field|agent|task|crew|llm)$/.test(name));
  return isProperty && names.some((name) => /property|computed_field/.test(name))
    ? evaluator.returned(bound, selfFrame(evaluator, bound, method))
    : bound;
}

/** The class through which a class method is called, which may derive from the one that defines it. */
function classOf(self: Value, definedBy: ClassValue): ClassValue {
  if (self.kind === 'class') return self;
  return (self.kind === 'instance' ? self.class : undefined) ?? definedBy;
}

function selfFrame(evaluator: Evaluator, bound: Value & { kind: 'function' }, method: Scope | undefined): Frame {
  const name = method?.parameters[0]?.name;
  return {
    file: bound.file,
    scope: bound.scope,
    bindings: (each) => (each === name ? bound.self : undefined),
    id: evaluator.frameId(undefined, `property ${bound.file} ${bound.scope}`),
  };
}
