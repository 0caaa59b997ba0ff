import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const FILES = {
  'src/main/java/desk/Orders.java': `
package desk;

import org.springframework.ai.tool.annotation.Tool;
import org.springaicommunity.mcp.annotation.*;

public class Orders {
  private static final String NAME = "delete" + "_order";

  // @Tool(name = "commented")
  @Tool(name = NAME, description = "Deletes an order.")
  public String remove(String order) { return "@Tool(name = \\"quoted\\")"; }

  @McpTool(annotations = @McpTool.McpAnnotations(readOnlyHint = true))
  public String readOrder() { return ""; }
}
`,
  'src/main/java/desk/Server.java': `
package desk;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;

class Server {
  Object start() {
    var tool = new McpServerFeatures.SyncToolSpecification(new McpSchema.Tool("count", "Counts.", SCHEMA), handler);
    return McpServer.sync(transport).serverInfo("desk", "1.2.3").capabilities(all).tools(tool).build();
  }
}
`,
  'src/main/java/other/Foreign.java': `
package other;

import com.somebody.Tool;
import io.modelcontextprotocol.client.McpClient;

class Foreign {
  @Tool(name = "foreign_tool")
  String run() { return ""; }
}
`,
};

describe('MCP servers in Java', () => {
  it('are found with the tools that they are given; annotated methods are tools with descriptions and hints', async () => {
    const { names, relations, report } = await scanSources(FILES);
    expect(names('mcp_server')).toEqual(['desk']);
    expect(names('tool')).toEqual(['count', 'delete_order', 'readOrder']);
    expect(relations()).toEqual(['desk -tools-> count']);
    const object = (name: string) => report.document.objects.find((each) => each.aispm_friendly_name === name);
    expect(object('desk')).toMatchObject({ server_version: '1.2.3' });
    expect(object('delete_order')).toMatchObject({ description: 'Deletes an order.' });
    expect(object('readOrder')).toMatchObject({ is_readonly: true });
  });

  it('are given what lambdas, parameters, lists, builders and the utilities of Spring AI make', async () => {
    const tools = (name: string, method: string) => `package desk;
import org.springframework.ai.tool.annotation.Tool;
public class ${name} {
  @Tool(description = "Does.")
  public String ${method}(String order) { return ""; }
}
`;
    const { names, relations, report } = await scanSources({
      'src/main/java/desk/Orders.java': tools('Orders', 'remove'),
      'src/main/java/desk/Stock.java': tools('Stock', 'refill'),
      'src/main/java/desk/Server.java': `package desk;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import org.springframework.ai.mcp.McpToolUtils;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;

class Server {
  Object utilities(Transport transport, Orders orders) {
    return McpServer.sync(transport).serverInfo("utilities", "1.0").capabilities(all)
        .tools(McpToolUtils.toSyncToolSpecifications(ToolCallbacks.from(orders, new Stock()))).build();
  }

  Object provider(Transport transport) {
    var provider = MethodToolCallbackProvider.builder().toolObjects(new Stock()).build();
    return McpServer.sync(transport).serverInfo("provider", "1.0")
        .tools(McpToolUtils.toSyncToolSpecifications(provider.getToolCallbacks())).build();
  }

  private static McpServerFeatures.SyncToolSpecification toolOf(String name, Handler handler) {
    return new McpServerFeatures.SyncToolSpecification(
        new McpSchema.Tool(name, "Does.", SCHEMA), (exchange, args) -> handler.run(args));
  }

  Object lists(Transport transport, boolean fast) {
    var built = McpServerFeatures.SyncToolSpecification.builder()
        .tool(McpSchema.Tool.builder().name("built").description("x").build()).callHandler((e, r) -> null).build();
    return McpServer.sync(transport).serverInfo("lists", "1.0")
        .tools(List.of(toolOf("count", args -> null), built, fast ? toolOf("fast", null) : toolOf("slow", null)))
        .build();
  }

  void main() {
    Runnable start = () -> {
      McpServer.sync(null).serverInfo("inner", "1.0").tools(toolOf("lambda", x -> x)).build();
    };
  }
}
`,
    });
    expect(names('mcp_server')).toEqual(['inner', 'lists', 'provider', 'utilities']);
    expect(relations()).toEqual([
      'inner -tools-> lambda',
      'lists -tools-> built',
      'lists -tools-> count',
      'lists -tools-> fast',
      'lists -tools-> slow',
      'provider -tools-> refill',
      'utilities -tools-> refill',
      'utilities -tools-> remove',
    ]);
    expect(report.diagnostics).toEqual([]);
  });
});
