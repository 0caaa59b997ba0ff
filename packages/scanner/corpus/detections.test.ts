import type { ScanDocument } from '@aispm/types';
import { expect, test } from 'vitest';
import { readDocument } from './detections.ts';

/** A document with an MCP server at a location of a type, which offers a tool or not. */
function documentWith(
  location_type: ScanDocument['locations'][number]['location_type'],
  hasTool: boolean,
): ScanDocument {
  const common = (key: string) => ({ key, stable_key: key, aispm_friendly_name: key });
  return {
    scan_type: 'code',
    target: 'acme/desk',
    tool_name: 'test',
    tool_version: '1',
    objects: [
      { ...common('server'), object_type: 'mcp_server', server_name: 'com.acme/desk', transport: 'stdio' },
      { ...common('look'), object_type: 'tool', tool_name: 'look', tool_source: 'mcp', tool_kind: 'tool' },
    ],
    edges: [
      { from_key: 'server', edge: 'locations', to_key: 'place' },
      ...(hasTool ? [{ from_key: 'look', edge: 'mcp_servers' as const, to_key: 'server' }] : []),
    ],
    locations: [{ ...common('place'), location_type, file_path: 'a', start_line: 4 }],
    occurrences: [],
  };
}

test.each([
  ['config', true, 'configured'],
  ['config', false, 'configured'],
  ['file', true, 'implemented'],
  ['file', false, 'configured'],
] as const)('an MCP server in a location of type %s, with tools: %s, is %s', (type, hasTool, form) => {
  const { objects, relations } = readDocument(documentWith(type, hasTool));
  expect(objects[0]).toEqual({
    kind: 'mcp_server',
    names: ['server', 'com.acme/desk', 'desk'],
    observations: [{ file: 'a', line: 4 }],
    form,
  });
  expect(relations.map(({ kind, from, to }) => [kind, from.names[0], to.names[0]])).toEqual(
    hasTool ? [['mcp_server-tool', 'server', 'look']] : [],
  );
});
