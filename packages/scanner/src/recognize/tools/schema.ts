/** JSON Schemas of tools from the signatures of their functions and from classes. */
import type { Expression, Parameter, Scope } from '../../facts/facts.ts';
import type { Evaluator } from '../../resolve/evaluator.ts';
import { scopeOf } from '../../resolve/positions.ts';
import { optionsOf, type SourcePosition, stringsOf, type Value } from '../../resolve/values.ts';

type Schema = Record<string, unknown>;

const MAX_DEPTH = 4;

const PRIMITIVES: Record<string, Schema> = {
  'builtins:str': { type: 'string' },
  'builtins:int': { type: 'integer' },
  'builtins:float': { type: 'number' },
  'builtins:bool': { type: 'boolean' },
  'builtins:bytes': { type: 'string' },
  'builtins:dict': { type: 'object' },
  'builtins:list': { type: 'array' },
  'builtins:tuple': { type: 'array' },
  'builtins:set': { type: 'array' },
  'typing:Dict': { type: 'object' },
  'typing:Mapping': { type: 'object' },
  'typing:List': { type: 'array' },
  'typing:Sequence': { type: 'array' },
  'typing:Tuple': { type: 'array' },
  'typing:Set': { type: 'array' },
  'typing:Any': {},
  'datetime:datetime': { type: 'string', format: 'date-time' },
  'datetime:date': { type: 'string', format: 'date' },
  'uuid:UUID': { type: 'string', format: 'uuid' },
  'pathlib:Path': { type: 'string' },
};

/** Types of parameters that the framework passes, not the model. */
const INJECTED =
  /(?:^|[:.])(?:RunContextWrapper|RunContext|ToolContext|Context|CallbackContext|InvocationContext|InjectedState|InjectedStore|InjectedToolCallId|InjectedToolArg|RunnableConfig|ToolRuntime|AgentContext|CallbackManagerForToolRun|AsyncCallbackManagerForToolRun|Kernel|KernelArguments|FunctionInvocationContext)$/;

/** Returns the schema of the parameters of a function; undefined when it isn't Python or takes anything. */
export function schemaOfFunction(evaluator: Evaluator, file: string, scope: number): Schema | undefined {
  const facts = evaluator.project.files.get(file);
  const definition = facts?.scopes[scope];
  if (facts?.language !== 'python' || definition === undefined) return undefined;
  const isMethod = definition.parent !== undefined && facts.scopes[definition.parent]?.kind === 'class';
  const position: SourcePosition = { file, scope: definition.parent ?? 0 };
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  definition.parameters.forEach((parameter, index) => {
    if (parameter.kind === 'rest' || parameter.kind === 'keywords') return;
    if (index === 0 && (isMethod || /^(self|cls)$/.test(parameter.name))) return;
    if (isInjected(evaluator, parameter, position)) return;
    properties[parameter.name] =
      parameter.type === undefined ? {} : schemaOfType(evaluator, parameter.type, position, 0);
    if (parameter.default === undefined) required.push(parameter.name);
  });
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function isInjected(evaluator: Evaluator, { type, default: fallback }: Parameter, position: SourcePosition): boolean {
  const types = type === undefined ? [] : typesIn(type).map((each) => evaluator.evaluate(each, position));
  const defaults = fallback?.kind === 'call' ? [evaluator.evaluate(fallback.callee, position)] : [];
  return [...types, ...defaults]
    .flatMap(optionsOf)
    .some((value) => value.kind === 'symbol' && (INJECTED.test(value.symbol) || /:Depends$/.test(value.symbol)));
}

function typesIn(type: Expression): readonly Expression[] {
  if (type.kind === 'element') return [...typesIn(type.object), ...typesIn(type.index)];
  if (type.kind === 'list') return type.items.flatMap(typesIn);
  if (type.kind === 'choice') return type.options.flatMap(typesIn);
  if (type.kind === 'call') return typesIn(type.callee);
  return type.kind === 'name' || type.kind === 'member' ? [type] : [];
}

/** Returns the schema of a type; an empty one, which accepts everything, when the type is unknown. */
function schemaOfType(evaluator: Evaluator, type: Expression, position: SourcePosition, depth: number): Schema {
  if (depth > MAX_DEPTH) return {};
  if (type.kind === 'constant' && type.value === null) return { type: 'null' };
  if (type.kind === 'choice')
    return anyOf(type.options.map((each) => schemaOfType(evaluator, each, position, depth + 1)));
  if (type.kind === 'element') return schemaOfGeneric(evaluator, type.object, type.index, position, depth);
  const [value] = optionsOf(evaluator.evaluate(type, position));
  if (value?.kind === 'symbol') return { ...(PRIMITIVES[value.symbol] ?? {}) };
  if (value?.kind === 'class') return schemaOfClass(evaluator, value, depth);
  return {};
}

function schemaOfGeneric(
  evaluator: Evaluator,
  object: Expression,
  index: Expression,
  position: SourcePosition,
  depth: number,
): Schema {
  const base = evaluator.evaluate(object, position);
  const name = base.kind === 'symbol' ? base.symbol.replace(/^.*[:.]/, '') : '';
  const parts = index.kind === 'list' ? index.items : [index];
  const [first] = parts;
  const inner = (each: Expression | undefined) =>
    each === undefined ? {} : schemaOfType(evaluator, each, position, depth + 1);
  if (name === 'Literal') {
    const values = parts.map((each) => (each.kind === 'string' || each.kind === 'constant' ? each.value : undefined));
    return { enum: values.filter((value) => value !== undefined) };
  }
  if (name === 'Optional') return anyOf([inner(first), { type: 'null' }]);
  if (name === 'Union') return anyOf(parts.map(inner));
  if (name === 'Annotated') return { ...inner(first), ...annotationsOf(evaluator, parts.slice(1), position) };
  if (/^(list|List|Sequence|set|Set|Iterable)$/.test(name)) return { type: 'array', items: inner(first) };
  return schemaOfType(evaluator, object, position, depth + 1);
}

/** The description and limits in `Annotated[str, Field(description="…", pattern="…")]`. */
function annotationsOf(evaluator: Evaluator, annotations: readonly Expression[], position: SourcePosition): Schema {
  const result: Schema = {};
  for (const annotation of annotations) {
    if (annotation.kind === 'string') result.description = annotation.value;
    if (annotation.kind !== 'call') continue;
    Object.assign(result, fieldKeywords(evaluator, annotation, position));
  }
  return result;
}

const KEYWORDS: Record<string, string> = {
  description: 'description',
  pattern: 'pattern',
  ge: 'minimum',
  le: 'maximum',
  min_length: 'minLength',
  max_length: 'maxLength',
};

function fieldKeywords(evaluator: Evaluator, call: Expression & { kind: 'call' }, position: SourcePosition): Schema {
  const result: Schema = {};
  for (const { name, value } of call.arguments) {
    const keyword = name === undefined ? undefined : KEYWORDS[name];
    if (keyword === undefined) continue;
    const evaluated = evaluator.evaluate(value, position);
    const [text] = stringsOf(evaluated);
    if (evaluated.kind === 'constant') result[keyword] = evaluated.value;
    else if (text !== undefined) result[keyword] = text.value;
  }
  return result;
}

/** Returns the schema of a class with fields, or the values of an enumeration. */
export function schemaOfClass(evaluator: Evaluator, value: Value & { kind: 'class' }, depth = 0): Schema {
  const { classes, symbols } = evaluator.ancestors(value);
  if (symbols.some((symbol) => /:(?:Str|Int)?Enum$/.test(symbol))) return enumeration(evaluator, value);
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const type of classes.toReversed()) {
    const scope = scopeOf(evaluator, type);
    for (const statement of scope?.statements ?? []) {
      if (statement.kind !== 'assign' || statement.target.kind !== 'name' || statement.type === undefined) continue;
      const { name } = statement.target;
      const position: SourcePosition = { file: type.file, scope: type.scope };
      if (/^_|^model_config$/.test(name)) continue;
      const field = statement.value?.kind === 'call' ? statement.value : undefined;
      properties[name] = {
        ...schemaOfType(evaluator, statement.type, position, depth + 1),
        ...(field !== undefined && fieldKeywords(evaluator, field, position)),
      };
      const isRequired =
        statement.value === undefined ||
        (field !== undefined &&
          !field.arguments.some(
            (argument, index) =>
              /^default/.test(argument.name ?? '') ||
              (index === 0 && argument.name === undefined && !isEllipsis(argument.value)),
          ));
      if (isRequired && !required.includes(name)) required.push(name);
    }
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function isEllipsis(expression: Expression): boolean {
  return expression.kind === 'unknown' && expression.reason === 'ellipsis';
}

function enumeration(evaluator: Evaluator, value: Value & { kind: 'class' }): Schema {
  const scope: Scope | undefined = scopeOf(evaluator, value);
  const values = (scope?.statements ?? []).flatMap((statement) => {
    if (statement.kind !== 'assign' || statement.value === undefined) return [];
    const { value: assigned } = statement;
    return assigned.kind === 'string' || assigned.kind === 'constant' ? [assigned.value] : [];
  });
  return { enum: values };
}

function anyOf(schemas: readonly Schema[]): Schema {
  const [first, second] = schemas;
  if (schemas.length === 2 && first?.type !== undefined && second?.type === 'null' && typeof first.type === 'string') {
    return { ...first, type: [first.type, 'null'] };
  }
  return schemas.length === 1 && first !== undefined ? first : { anyOf: schemas };
}

/** Returns a value as JSON; what is unknown is an empty schema, which accepts everything. */
export function jsonOf(value: Value): unknown {
  switch (value.kind) {
    case 'string':
    case 'constant':
      return value.value;
    case 'list':
      return value.items.map(jsonOf);
    case 'dictionary':
      return Object.fromEntries(
        value.entries.filter(({ key }) => !key.startsWith('?')).map(({ key, value: inner }) => [key, jsonOf(inner)]),
      );
    case 'choice':
      return value.options[0] === undefined ? {} : jsonOf(value.options[0]);
    default:
      return {};
  }
}
