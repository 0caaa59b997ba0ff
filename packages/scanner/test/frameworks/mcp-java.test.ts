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
});
