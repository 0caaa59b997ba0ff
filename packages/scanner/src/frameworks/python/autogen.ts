import type { Found } from '../../graph/graph.ts';
import type { Examine, Framework } from '../../recognize/shared/framework.ts';
import { contextsAround } from '../../resolve/contexts.ts';
import { optionsOf, type Value } from '../../resolve/values.ts';
import { ag2Beta } from './ag2-beta.ts';

/** An agent that is registered with a runtime uses what its methods use. */
const examineMethods: Examine = (recognizer, found, { class: type }) => {
  const facts = type && recognizer.evaluator.project.files.get(type.file);
  if (found.kind !== 'agent' || type === undefined || facts === undefined) return;
  facts.scopes.forEach(({ kind, parent }, scope) => {
    if (kind !== 'function' || parent !== type.scope) return;
    recognizer.relateUsage(found as Found<'agent'>, { kind: 'function', file: type.file, scope });
  });
};

/** An agent without settings of its own has those of the context around it: `with LLMConfig(model="gpt-5"):`. */
const examineSettings: Examine = (recognizer, found, instance, entry) => {
  if (found.kind !== 'agent') return;
  const own = recognizer.select(instance, ['llm_config']);
  const settings = own === undefined ? contextsAround(recognizer.evaluator, instance) : optionsOf(own);
  const isSettings = (value: Value) =>
    value.kind === 'instance' &&
    value.symbols.some((symbol) => /^(?:autogen|ag2)\b/.test(symbol) && /[:.]LLMConfig$/.test(symbol));
  const models = settings.filter(isSettings);
  const effective = own === undefined ? models.slice(0, 1) : models;
  for (const model of effective) recognizer.relateModels(found as Found<'agent'>, model, entry);
};

/** AutoGen: the packages `autogen_agentchat`, `autogen_core` and `autogen_ext`, and the older `autogen` and `pyautogen`. */
export const autogen: Framework = {
  id: 'autogen',
  title: 'AutoGen',
  language: 'python',
  documentation: 'https://microsoft.github.io/autogen/stable/',
  modules: ['autogen_agentchat', 'autogen_core', 'autogen_ext', 'autogen', 'ag2'],
  packages: ['autogen-agentchat', 'autogen-core', 'autogen-ext', 'pyautogen', 'ag2'],
  autonomy: [
    {
      argument: 'human_input_mode',
      levels: { ALWAYS: 'human_in_loop', TERMINATE: 'supervised', NEVER: 'autonomous' },
    },
    { argument: 'approval_func', passed: 'human_in_loop' },
  ],
  components: [
    ...ag2Beta,
    {
      role: 'agent',
      symbols: ['autogen_agentchat:AssistantAgent', 'autogen_agentchat:CodeExecutorAgent'],
      name: ['name@0'],
      description: ['description'],
      model: ['model_client@1'],
      tools: ['tools', 'workbench'],
      subAgents: ['handoffs'],
      instructions: ['system_message'],
    },
    {
      role: 'agent',
      symbols: [
        'autogen_agentchat:UserProxyAgent',
        'autogen_agentchat:SocietyOfMindAgent',
        'autogen_agentchat:MessageFilterAgent',
        'autogen_ext:MultimodalWebSurfer',
        'autogen_ext:FileSurfer',
        'autogen_ext:VideoSurfer',
        'autogen_ext:OpenAIAssistantAgent',
        'autogen_ext:OpenAIAgent',
        'autogen_ext:MagenticOneCoderAgent',
      ],
      name: ['name@0'],
      description: ['description'],
      model: ['model_client', 'model'],
      tools: ['tools'],
      instructions: ['system_message', 'instructions'],
    },
    {
      role: 'agent',
      symbols: ['autogen_agentchat:BaseChatAgent', 'autogen_core:RoutedAgent', 'autogen_core:BaseAgent'],
      isBaseClass: true,
      name: ['name'],
      // What a factory passes to the constructor: `AgentClass.register(runtime, "clerk", lambda: AgentClass(tools=[…]))`.
      model: ['model_client'],
      tools: ['tools', 'tool_schema'],
      examine: examineMethods,
    },
    {
      role: 'agent',
      symbols: [
        'autogen:ConversableAgent',
        'autogen:AssistantAgent',
        'autogen:UserProxyAgent',
        'autogen:GPTAssistantAgent',
        'autogen:RetrieveUserProxyAgent',
        'autogen:MultimodalConversableAgent',
        'autogen:CaptainAgent',
        'autogen:DeepResearchAgent',
        'autogen:DocAgent',
        'autogen:ReasoningAgent',
        'autogen:RetrieveAssistantAgent',
        'autogen:WebSurferAgent',
        'autogen:RealtimeAgent',
      ],
      name: ['name@0'],
      description: ['description'],
      model: ['llm_config.model', 'llm_config.config_list.model'],
      tools: ['functions'],
      instructions: ['system_message'],
      examine: examineSettings,
    },
    {
      role: 'tool',
      symbols: ['autogen:register_function'],
      name: ['name'],
      function: ['f@0'],
      description: ['description'],
      owner: ['caller'],
    },
    {
      role: 'tool',
      symbols: ['autogen:*Agent.register_for_llm'],
      name: ['name'],
      function: ['@0'],
      description: ['description'],
    },
    { role: 'wrapper', symbols: ['autogen_agentchat:AgentTool', 'autogen_agentchat:TeamTool'], value: ['agent@0'] },
    { role: 'wrapper', symbols: ['autogen_agentchat:Handoff'], value: ['target@0'] },
    {
      role: 'tool',
      symbols: ['autogen_core:FunctionTool'],
      name: ['name'],
      function: ['func@0'],
      description: ['description@1'],
    },
    {
      role: 'tool',
      symbols: ['autogen_core:BaseTool'],
      isBaseClass: true,
      name: ['name'],
      description: ['description'],
    },
    { role: 'wrapper', symbols: ['autogen_ext:LangChainToolAdapter'], value: ['@0'] },
    {
      role: 'tool',
      symbols: [
        'autogen_ext:PythonCodeExecutionTool',
        'autogen_ext:HttpTool',
        'autogen_ext.tools:*Tool',
        'autogen_ext.tools:*Tool.from_settings',
      ],
      name: ['name'],
    },
    {
      role: 'model',
      symbols: ['autogen_ext:OpenAIChatCompletionClient'],
      model: ['model'],
      provider: 'openai',
      library: 'autogen-ext',
    },
    {
      role: 'model',
      symbols: ['autogen_ext:AzureOpenAIChatCompletionClient'],
      model: ['model'],
      provider: 'azure',
      library: 'autogen-ext',
    },
    {
      role: 'model',
      symbols: ['autogen_ext:AnthropicChatCompletionClient'],
      model: ['model'],
      provider: 'anthropic',
      library: 'autogen-ext',
    },
    {
      role: 'model',
      symbols: ['autogen_ext:OllamaChatCompletionClient'],
      model: ['model'],
      provider: 'ollama',
      library: 'autogen-ext',
    },
    {
      role: 'model',
      symbols: ['autogen_ext:AzureAIChatCompletionClient'],
      model: ['model'],
      provider: 'azure',
      library: 'autogen-ext',
    },
    {
      role: 'wrapper',
      symbols: ['autogen_ext:McpWorkbench', 'autogen_ext:mcp_server_tools'],
      value: ['server_params@0'],
    },
    {
      role: 'model',
      symbols: ['autogen_core:ChatCompletionClient.load_component'],
      model: ['model.config.model@0'],
      library: 'autogen-ext',
    },
    { role: 'model', symbols: ['autogen:LLMConfig'], model: ['model', '.model@0', 'config_list.model'] },
    { role: 'mcpClient', symbols: ['autogen_ext:StdioServerParams'], transport: 'stdio' },
    { role: 'mcpClient', symbols: ['autogen_ext:SseServerParams'], transport: 'sse' },
    { role: 'mcpClient', symbols: ['autogen_ext:StreamableHttpServerParams'], transport: 'streamable-http' },
  ],
};
