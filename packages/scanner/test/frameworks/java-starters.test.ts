import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const TOOLS = (name: string) => `package desk;
import org.springframework.ai.mcp.annotation.McpTool;
public class Orders {
  @McpTool(name = "${name}") public String run(String order) { return order; }
}
`;
const BEANS = `package desk;
import io.modelcontextprotocol.spec.McpSchema;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
class Beans {
  ToolCallback order() {
    return FunctionToolCallback.builder("order_stock", (Input input) -> input.text()).inputType(Input.class).build();
  }
  Object back() {
    return McpSchema.Tool.builder().name("return_stock").description("Takes stock back.").build();
  }
}
`;
const pom = (dependencies: string, more = '') => `<project>
  <parent><artifactId>parent</artifactId></parent>
  <artifactId>desk-artifact</artifactId>${more}
  <dependencies>${dependencies}</dependencies>
</project>`;
const dependency = (name: string) => `<dependency><groupId>any</groupId><artifactId>${name}</artifactId></dependency>`;

describe('servers that starters create in Java', () => {
  it('have the name of their settings, and the tools of their module', async () => {
    const { names, relations, report } = await scanSources({
      'orders/pom.xml': pom(dependency('spring-ai-starter-mcp-server-webflux')),
      'orders/src/main/resources/application.properties':
        '# spring.ai.mcp.server.name=commented\nspring.ai.mcp.server.name = orders\nspring.ai.mcp.server.version=1.2.3\nspring.ai.mcp.server.protocol=STREAMABLE\n',
      'orders/src/main/java/desk/Orders.java': TOOLS('find_order'),
      'orders/src/test/java/desk/Tests.java': TOOLS('only_tested'),
      'invoices/build.gradle.kts':
        'dependencies {\n  implementation("io.quarkiverse.mcp:quarkus-mcp-server-stdio:1.0")\n}\n',
      'invoices/src/main/java/desk/Invoices.java': TOOLS('find_invoice'),
      'stock/src/main/resources/application.yml': `spring:\n  application:\n    name: stock-app\n  ai:\n    mcp:\n      server:\n        name: \${STOCK_NAME:stock}\n        stdio: true\n`,
      'stock/src/main/java/desk/Stock.java': TOOLS('count_stock'),
      'stock/src/main/java/desk/Beans.java': BEANS,
      'unnamed/pom.xml': pom(dependency('spring-ai-starter-mcp-server')),
    });
    expect(names('mcp_server')).toEqual(['desk-artifact', 'invoices', 'orders', 'stock']);
    expect(relations()).toEqual([
      'invoices -tools-> find_invoice',
      'orders -tools-> find_order',
      'stock -tools-> count_stock',
      'stock -tools-> order_stock',
      'stock -tools-> return_stock',
    ]);
    const object = (name: string) => report.document.objects.find((each) => each.aispm_friendly_name === name);
    expect(object('orders')).toMatchObject({ server_version: '1.2.3', transport: 'streamable-http' });
    expect(object('stock')).toMatchObject({ transport: 'stdio' });
    expect(object('invoices')).toMatchObject({ transport: 'stdio' });
    expect(object('find_order')).toMatchObject({ tool_source: 'mcp' });
  });

  it('are not found where a dependency is managed, commented or a client, or where the server is switched off', async () => {
    const { names } = await scanSources({
      'pom.xml': pom(
        '',
        `<dependencyManagement><dependencies>${dependency('spring-ai-starter-mcp-server')}</dependencies></dependencyManagement>`,
      ),
      'commented/pom.xml': pom(`<!-- ${dependency('spring-ai-starter-mcp-server')} -->`),
      'gradle/build.gradle':
        "dependencies {\n  // implementation 'org.springframework.ai:spring-ai-starter-mcp-server'\n}\n",
      'client/pom.xml': pom(dependency('spring-ai-starter-mcp-client')),
      'client/src/main/resources/application.properties':
        'spring.ai.mcp.client.name=client\nspring.application.name=app\n',
      'off/src/main/resources/application.properties':
        'spring.ai.mcp.server.name=off\nspring.ai.mcp.server.enabled=false\n',
      'tests/src/test/resources/application.properties': 'spring.ai.mcp.server.name=tested\n',
    });
    expect(names('mcp_server')).toEqual([]);
  });

  it.each(['<!--', '<dependencyManagement>', '<artifactId>', '<artifactId> ', 'a = ', '/*', '//'])(
    'are looked for in hostile files of %j in linear time',
    async (part) => {
      const text = part.repeat(600_000 / part.length);
      const { names } = await scanSources({
        'pom.xml': text,
        'build.gradle': text,
        'src/main/resources/application.properties': `spring.ai.mcp.server.name=desk\n${text}`,
      });
      expect(names('mcp_server')).toEqual(['desk']);
    },
  );
});
