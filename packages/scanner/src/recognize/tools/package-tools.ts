/** Tools of packages that the catalogue doesn't know, where a list of tools names them. */

import type { DetectedObject } from '../../graph/graph.ts';
import type { Value } from '../../resolve/values.ts';
import type { Recognizer } from '../shared/framework.ts';

/** How certain it is that the name in the code is the one that a model sees. */
const CONFIDENCE = '0.8';

/** A function or an object of a package, by its name there. Names of several tools, and names of modules and classes, are none. */
const NAME = /^[a-z]\w*$/;
const SEVERAL = /(?:tools|toolkit|toolset|list)$/i;
/** A class that says that its objects are tools. */
const CLASS = /^[A-Z]\w*Tool$/;

/** Adds the tool that a package offers: `tools=[go_back, WeatherTool()]`; undefined when the value may be something else. */
export function toolOfPackage(
  { graph, evaluator }: Recognizer,
  owner: DetectedObject,
  value: Value,
): DetectedObject<'tool'> | undefined {
  const [location] = owner.locations;
  if (location === undefined || evaluator.project.files.get(location.file)?.language !== 'python') return undefined;
  const symbol = value.kind === 'instance' && value.class === undefined ? value.symbols[0] : undefined;
  const [, from, name] = /^([a-z_][\w.]*):(\w+)$/i.exec((value.kind === 'symbol' ? value.symbol : symbol) ?? '') ?? [];
  if (from === undefined || name === undefined || from === 'builtins') return undefined;
  const isTool = value.kind === 'symbol' ? NAME.test(name) && !SEVERAL.test(name) : CLASS.test(name);
  if (!isTool || evaluator.project.files.has(`${from.replaceAll('.', '/')}.py`)) return undefined;
  const tool = graph.add('tool', `package:${from.split('.')[0]}:${name}`, name);
  tool.publicKey = `${from.split('.')[0]}#${name}`;
  Object.assign(tool.fields, { tool_name: name.slice(0, 255), tool_source: 'other', tool_kind: 'tool' });
  tool.labels.set('confidence', CONFIDENCE);
  graph.locate(tool, { ...location, reason: `${from}.${name} in a list of tools` });
  return tool;
}
