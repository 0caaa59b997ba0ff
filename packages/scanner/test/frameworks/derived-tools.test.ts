import { expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

it.each<[string, string, string]>([
  [
    'an OpenAPI specification',
    'from fastmcp import FastMCP',
    'FastMCP.from_openapi(openapi_spec=spec, client=client, name="orders")',
  ],
  ['the routes of an application', 'from fastmcp import FastMCP', 'FastMCP.from_fastapi(app=app, name="orders")'],
  ['the routes of an application', 'from fastapi_mcp import FastApiMCP', 'FastApiMCP(app, name="orders")'],
  ['another server', 'from fastmcp import FastMCP', 'FastMCP.as_proxy("http://example.com/mcp", name="orders")'],
])('tools that a server makes from %s are reported, and not invented', async (source, imported, call) => {
  const { names, report } = await scanSources({ 'server.py': `${imported}\nserver = ${call}\n` });
  expect(names('mcp_server')).toEqual(['orders']);
  expect(names('tool')).toEqual([]);
  expect(report.diagnostics).toEqual([
    {
      kind: 'unresolved',
      file: 'server.py',
      line: 2,
      message: `The tools of orders are made from ${source} at run time, and are not known.`,
    },
  ]);
});
