import type { CatalogueCase } from '../find.ts';

export const JAVA_CASES: Readonly<Record<string, CatalogueCase>> = {
  LangChain4j: {
    sources: {
      'src/main/java/desk/Desk.java': `package desk;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import java.util.List;

class Desk {
    interface Clerk { String chat(String message); }
    interface Plain { String chat(String message); }

    static class Scales {
        @Tool("Weighs a crate.")
        String weigh(String crate) { return crate; }

        @Tool(name = "lift_crate")
        String lift(String crate) { return crate; }
    }

    public static void main(String[] args) {
        ChatModel model = OpenAiChatModel.builder().apiKey("x").modelName("gpt-4o-mini").build();
        McpTransport transport = new StdioMcpTransport.Builder()
                .command(List.of("npx", "-y", "files-mcp"))
                .logEvents(true)
                .build();
        McpClient files = new DefaultMcpClient.Builder().transport(transport).build();
        McpClient tides = DefaultMcpClient.builder().key("tides")
                .transport(StreamableHttpMcpTransport.builder().url("https://tides.example.com/mcp").build()).build();
        Clerk clerk = AiServices.builder(Clerk.class)
                .chatModel(model)
                .tools(new Scales())
                .toolProvider(McpToolProvider.builder().mcpClients(List.of(files)).build())
                .build();
        Plain plain = AiServices.builder(Plain.class).chatModel(model).build();
        Clerk pilot = AgenticServices.agentBuilder(Clerk.class).name("Pilot").chatModel(model).build();
        Clerk chief = AgenticServices.supervisorBuilder(Clerk.class).chatModel(model).subAgents(pilot).build();
    }
}
`,
    },
    found: [
      'Pilot -models-> gpt-4o-mini',
      'agent Pilot',
      'agent chief',
      'agent clerk',
      'chief -models-> gpt-4o-mini',
      'chief -sub_agents-> Pilot',
      'clerk -mcp_servers-> files-mcp',
      'clerk -models-> gpt-4o-mini',
      'clerk -tools-> lift_crate',
      'clerk -tools-> weigh',
      'mcp_server files-mcp (stdio)',
      'mcp_server tides (streamable-http)',
      'model gpt-4o-mini (openai)',
      'tool lift_crate',
      'tool weigh',
    ],
  },
  'Spring AI, clients with tools': {
    sources: {
      'src/main/java/desk/Assistant.java': `package desk;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;

class Assistant {
    private final ChatClient clerk;
    private final ChatClient plain;

    static class Scales {
        @Tool(description = "Weighs a crate.")
        String weigh(String crate) { return crate; }
    }

    Assistant(ChatClient.Builder builder, Scales scales) {
        this.clerk = builder.defaultSystem("Help.").defaultTools(scales).build();
        this.plain = builder.defaultSystem("Talk.").build();
    }
}
`,
    },
    found: ['agent clerk', 'clerk -tools-> weigh', 'tool weigh'],
  },
  'builders of other libraries with the same names': {
    sources: {
      'src/main/java/desk/Other.java': `package desk;

import harbour.services.AiServices;
import harbour.models.PortChatModel;

class Other {
    // AiServices.builder(Clerk.class).tools(new Scales()).build();
    Object clerk = AiServices.builder(Clerk.class).chatModel(PortChatModel.builder().modelName("gpt-4o").build()).tools(new Scales()).build();
}
`,
    },
    found: [],
  },
  'MCP SDK for Java': {
    sources: {
      'src/main/java/desk/Desk.java': `
package desk;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;
import org.springframework.ai.tool.annotation.Tool;

public class Desk {
    public static void main(String[] args) {
        var specification = new McpServerFeatures.SyncToolSpecification(new McpSchema.Tool("look_up", "Looks up.", "{}"), (exchange, arguments) -> null);
        var server = McpServer.sync(provider).serverInfo("desk", "1.0.0").tools(specification).build();
    }
}

class Rates {
    @Tool(name = "rates", description = "Reads rates.")
    public String rates(String currency) {
        return currency;
    }
}
`,
    },
    found: ['desk -tools-> look_up', 'mcp_server desk (stdio)', 'tool look_up', 'tool rates'],
  },
  'Java, builders of tools': {
    sources: {
      'src/main/java/desk/Beans.java': `package desk;
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
`,
    },
    found: ['tool order_stock', 'tool return_stock'],
  },
  'Java, tools of the utilities of Spring AI and of builders': {
    sources: {
      'src/Stock.java': `package desk;
import org.springframework.ai.tool.annotation.Tool;
public class Stock {
  @Tool(description = "Does.")
  public String refill(String order) { return ""; }
}
`,
      'src/Server.java': `package desk;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;
import org.springframework.ai.mcp.McpToolUtils;
import org.springframework.ai.tool.method.MethodToolCallbackProvider;
class Server {
  Object start(Transport transport) {
    var provider = MethodToolCallbackProvider.builder().toolObjects(new Stock()).build();
    var tool = McpSchema.Tool.builder().name("built").build();
    var built = McpServerFeatures.SyncToolSpecification.builder().tool(tool).callHandler((e, r) -> null).build();
    return McpServer.sync(transport).serverInfo("desk", "1.0")
        .tools(McpToolUtils.toSyncToolSpecifications(provider.getToolCallbacks()), built).build();
  }
}
`,
    },
    found: ['desk -tools-> built', 'desk -tools-> refill', 'mcp_server desk (stdio)', 'tool built', 'tool refill'],
  },
};
