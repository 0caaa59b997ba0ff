/** Results with which AISPM's scanner lists objects in a log. */
import type { SourceFile } from '../document/ai-objects.ts';
import { maximum, truncate } from '../document/limits.ts';
import { type Properties, type ReadObject, readOwnObject, readOwnType } from '../document/own-properties.ts';
import type { JsonNode } from '../report/json-node.ts';

/** Reads the object that a result describes; undefined when it describes none. */
export function readOwnResult(result: JsonNode): ReadObject | undefined {
  const bag = result.get('properties');
  const properties: Properties = new Map(
    bag
      .names()
      .filter((name) => name.startsWith('aispm:'))
      .map((name) => [name, Array.isArray(bag.get(name).value) ? bag.get(name).items() : [bag.get(name)]]),
  );
  const type = readOwnType(properties);
  if (type === undefined || !properties.has('aispm:stable_key')) return undefined;
  const name =
    properties.get('aispm:aispm_friendly_name')?.[0]?.requiredString() ??
    result.get('message').get('text').requiredString();
  return readOwnObject(properties, createBase(type, truncate(name, 'ScannedAgent.aispm_friendly_name')));
}

/** Creates an object with the fields that each has: properties replace what the log doesn't say otherwise. */
function createBase(type: ReadObject['object_type'], name: string): ReadObject {
  const common = { stable_key: '-', aispm_friendly_name: name };
  switch (type) {
    case 'agent':
      return { ...common, object_type: type };
    case 'model':
      return { ...common, object_type: type, model_name: name, provider_name: 'unknown' };
    case 'tool':
      return { ...common, object_type: type, tool_name: name, tool_source: 'other', tool_kind: 'tool' };
    case 'mcp_server':
      return { ...common, object_type: type, server_name: 'local/server', transport: 'other' };
  }
}

/** Lists the files in which the object was found. */
export function listResultFiles(result: JsonNode): SourceFile[] {
  return result
    .get('locations')
    .items()
    .map((location) => {
      const physical = location.get('physicalLocation');
      return {
        node: physical.get('artifactLocation').get('uri'),
        line: physical.get('region').get('startLine').integer(1, maximum('ScannedLocation.start_line')),
      };
    });
}
