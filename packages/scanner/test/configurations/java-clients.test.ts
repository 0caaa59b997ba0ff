import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('MCP clients in Java', () => {
  it('configure servers in their settings', async () => {
    const { report, names } = await scanSources({
      'orders/src/main/resources/application.properties': `spring.ai.mcp.client.toolcallback.enabled=false
# spring.ai.mcp.client.sse.connections.commented.url=http://localhost:1
spring.ai.mcp.client.stdio.connections.search.env.SEARCH_API_KEY=planted-value-7391
spring.ai.mcp.client.stdio.connections.search.command=npx
spring.ai.mcp.client.stdio.connections.search.args=-y,@modelcontextprotocol/server-brave-search@1.2.3
spring.ai.mcp.client.sse.connections.events.url=\${EVENTS_URL:https://events.example.com}
spring.ai.mcp.client.streamable-http.connections.unknown.url=\${UNKNOWN_URL}
`,
      'stock/src/main/resources/application.yml': `spring:
  ai:
    mcp:
      client:
        request-timeout: 30s
        streamable-http:
          connections:
            stock:
              url: https://stock.example.com
              endpoint: /mcp
        stdio:
          connections:
            files:
              command: uvx
              args:
                - mcp-server-files==2.0.0
                - /srv
`,
      'port/src/main/resources/application.properties': `quarkus.langchain4j.mcp.github.transport-type=stdio
quarkus.langchain4j.mcp.github.command=npm,exec,@modelcontextprotocol/server-github@1.0.0
quarkus.langchain4j.mcp.weather.url=http://localhost:8081/mcp/sse
quarkus.langchain4j.mcp.weather.log-requests=true
quarkus.langchain4j.mcp.off.log-requests=true
`,
    });
    expect(names('mcp_server')).toEqual(['events', 'files', 'github', 'search', 'stock', 'weather']);
    const server = (name: string) => report.objects.find((each) => each.name === name);
    expect(server('search')).toMatchObject({
      fields: {
        transport: 'stdio',
        packages: [{ identifier: '@modelcontextprotocol/server-brave-search', version: '1.2.3' }],
        environment_variables: [{ name: 'SEARCH_API_KEY', is_secret: true }],
      },
    });
    expect(server('events')?.fields).toMatchObject({ transport: 'sse', url: 'https://events.example.com/' });
    expect(server('stock')).toMatchObject({
      fields: { transport: 'streamable-http', url: 'https://stock.example.com/' },
      locations: [{ file: 'stock/src/main/resources/application.yml', span: [9, 15, 9, 44] }],
    });
    expect(server('files')?.fields).toMatchObject({ packages: [{ identifier: 'mcp-server-files', version: '2.0.0' }] });
    expect(JSON.stringify(report)).not.toContain('planted-value-7391');
  });
});
