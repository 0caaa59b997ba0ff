/** What the table of MCP SDK, mcp-go and mcp-golang (Go) can't express. */
import { optionsOf, stringsOf, type Value } from '../../resolve/values.ts';
import type { Examine, Recognizer, ToolHint } from '../shared/framework.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'an argument that is missing' };

/** Where the options of a tool have its hints. */
export interface HintNames {
  /** The functions that return an option with a hint. */
  readonly options: Readonly<Record<string, ToolHint>>;
  /** The fields of annotations. */
  readonly fields: Readonly<Record<string, ToolHint>>;
}

/** Reads the options of `mcp.NewTool`: each is the result of a function of a package. */
export const examineOptions =
  (module: string, names: HintNames): Examine =>
  (recognizer, tool, instance) => {
    const { call, position, frame } = instance;
    if (call === undefined || position === undefined) return;
    const options = call.arguments.slice(1).flatMap(({ value }) => {
      const evaluated = optionsOf(recognizer.evaluator.evaluate(value, position, frame));
      return evaluated.flatMap((option) => (option.kind === 'list' ? option.items.flatMap(optionsOf) : [option]));
    });
    const prefix = `${module}/mcp:`;
    const fields: Partial<Record<'description' | ToolHint, unknown>> = tool.fields;
    for (const option of options) {
      if (option.kind !== 'instance') continue;
      const [symbol = ''] = option.symbols;
      const name = symbol.startsWith(prefix) ? symbol.slice(prefix.length) : '';
      const value = recognizer.select(option, ['@0']) ?? NOTHING;
      if (name === 'WithDescription')
        fields.description = stringsOf(value)[0]?.value.slice(0, 1_000) ?? fields.description;
      if (name === 'WithToolAnnotation') {
        for (const [field, hint] of Object.entries(names.fields)) {
          setHint(fields, hint, pointed(recognizer, module, recognizer.select(option, [`.${field}@0`])));
        }
      }
      if (Object.hasOwn(names.options, name)) setHint(fields, names.options[name] as ToolHint, value);
    }
  };

/** What `mcp.ToBoolPtr` points to. */
function pointed(recognizer: Recognizer, module: string, value: Value | undefined): Value | undefined {
  if (value?.kind !== 'instance' || value.symbols[0] !== `${module}/mcp:ToBoolPtr`) return value;
  return recognizer.select(value, ['@0']);
}

function setHint(fields: Partial<Record<ToolHint, unknown>>, hint: ToolHint, value: Value | undefined): void {
  if (value?.kind === 'constant' && typeof value.value === 'boolean') fields[hint] = value.value;
}
