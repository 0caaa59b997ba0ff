/**
 * The catalogue: what the recognizer knows of a framework, as data. Each framework is one file in this folder, `frameworks.ts` lists
 * them. An entry names symbols and says which arguments carry the name, the model, the tools and so on.
 *
 * A symbol is written `module:path`: `agents:Agent` is `Agent` in the module `agents` or in any module below it. The path may continue
 * to a method: `agents:Agent.as_tool` is that method of an object that `Agent(…)` created, `fastmcp:FastMCP.tool` a decorator of a
 * server. For JavaScript the module is the package: `@openai/agents:Agent`, `ai:generateText`.
 *
 * A selector names an argument of the call: `name`, `name@0` (by keyword, otherwise the first positional argument), `@0` (by position
 * only), `config.model` (a property of a dictionary or an object). In JavaScript a name is also looked for in object literals among the
 * arguments (`new Agent({ name })`). Several selectors are alternatives; lists are joined.
 */
import type { ScannedAgent } from '@aispm/types';
import type { LanguageId } from '../../facts/facts.ts';
import type { DetectedObject, ObjectGraph } from '../../graph/graph.ts';
import type { Evaluator } from '../../resolve/evaluator.ts';
import type { FunctionValue, InstanceValue, Value } from '../../resolve/values.ts';

export type Selector = string;

/** A framework or an SDK in one language. */
export interface Framework {
  /** The value of `framework` in scan documents. */
  readonly id: string;
  readonly title: string;
  readonly language: LanguageId;
  /** Where the framework documents the symbols below. */
  readonly documentation: string;
  /** The modules that sources import. A source that mentions none of any framework isn't parsed. */
  readonly modules: readonly string[];
  /** Strings that identify the framework without an import, such as methods in namespaces that every file sees. */
  readonly marks?: readonly string[];
  /** Packages in manifests. A repository with one of these names is the framework itself: its modules aren't looked into. */
  readonly packages: readonly string[];
  readonly components: readonly Component[];
  /** Calls of the models of this framework are agents, if a loop executes the tools that they pass. */
  readonly toolLoop?: ToolLoop;
  /** An object of the framework whose property is the model of agents that are given none: `Settings.llm = …`. */
  readonly sharedModel?: { readonly symbols: readonly string[]; readonly property: string };
  /** Settings of agents that say how far they act without a human. The first one that says something counts. */
  readonly autonomy?: readonly AutonomySetting[];
}

/** What makes calls of models agents: tools that are passed, in a loop that executes them. */
export interface ToolLoop {
  /** The arguments with the tools. */
  readonly tools: readonly Selector[];
  readonly instructions: readonly Selector[];
  /** Methods that send a message to a session which a call created. */
  readonly messages: readonly string[];
  /** The call executes the tools itself, so that a loop around it is enough. */
  readonly executesTools?: boolean;
  /** Classes whose methods are steps that events call again: they are a loop without a statement that repeats. */
  readonly classes?: readonly string[];
}

/** A setting of agents that says how far they act without a human. One of the properties after `argument` says what its values mean. */
export interface AutonomySetting {
  readonly argument: Selector;
  /** The meanings of literal values. */
  readonly levels?: Readonly<Record<string, AutonomyLevel>>;
  /** What it means that the argument is passed, and isn't false or empty. */
  readonly passed?: AutonomyLevel;
  /** It lists nodes of a graph before which a human is asked; these ones stand for all tools. */
  readonly nodes?: readonly string[];
  /** It is a dictionary of the names of tools that a human has to approve. */
  readonly toolNames?: boolean;
}

type AutonomyLevel = NonNullable<ScannedAgent['autonomy_level']>;

export type Component =
  | AgentComponent
  | ToolComponent
  | RegistrationComponent
  | ModelComponent
  | McpServerComponent
  | McpClientComponent
  | GuardrailComponent
  | WrapperComponent
  | ApprovalComponent
  | HandoffComponent;

interface ComponentFields {
  readonly symbols: readonly string[];
  /** Adds what data can't express, for example the nodes of a graph. */
  readonly examine?: Examine;
}

/** A call that creates an agent, a decorator that makes a function an agent, or a base class. */
export interface AgentComponent extends ComponentFields {
  readonly role: 'agent';
  readonly name?: readonly Selector[];
  readonly description?: readonly Selector[];
  readonly model?: readonly Selector[];
  /** The model that is used when none is passed, only where the framework documents one. */
  readonly provider?: string;
  readonly tools?: readonly Selector[];
  readonly subAgents?: readonly Selector[];
  readonly mcpServers?: readonly Selector[];
  readonly instructions?: readonly Selector[];
  readonly guardrails?: readonly { readonly argument: Selector; readonly direction: 'input' | 'output' | 'both' }[];
  /** What counts only under a condition, such as a call of a model with tools: the selectors of which one must be passed. */
  readonly requires?: readonly Selector[];
  /** A text in YAML that defines the agent: its properties `name`, `model.id` and `tools.id`. */
  readonly definition?: readonly Selector[];
  /** Classes that derive from it are agents even when no call creates them. */
  readonly isBaseClass?: boolean;
  /** Arguments that may be the agent: then the call only connects to it. */
  readonly is?: readonly Selector[];
  /** A method that copies its agent: what it isn't passed is that of the agent. */
  readonly isCopy?: boolean;
}

/** A call or decorator that makes a tool, or something that a framework offers as a tool. */
export interface ToolComponent extends ComponentFields {
  readonly role: 'tool';
  readonly name?: readonly Selector[];
  /** The function that the tool calls: its name, signature and documentation are those of the tool unless others are passed. */
  readonly function?: readonly Selector[];
  readonly description?: readonly Selector[];
  /** A class or schema of the arguments. */
  readonly schema?: readonly Selector[];
  /** The name of a tool that the framework or the model provider offers. */
  readonly builtIn?: string;
  readonly kind?: 'tool' | 'resource' | 'prompt';
  /** Hints of the Model Context Protocol: selectors of an object with them. */
  readonly annotations?: readonly Selector[];
  /** The same hints, where each has its own argument. */
  readonly hints?: Readonly<Partial<Record<ToolHint, readonly Selector[]>>>;
  /** The server or agent that the call gives the tool to, if it isn't a method of that object. */
  readonly owner?: readonly Selector[];
  /** How the framework names a tool after its function. */
  readonly nameOfFunction?: (name: string) => string;
  /** Without a known name it is reported, and no tool. */
  readonly requiresName?: boolean;
  /** It describes a tool that another call registers, which reports a name that is unknown. */
  readonly isDescription?: boolean;
  /** Selectors whose truth says that a human has to approve each call. */
  readonly approval?: readonly Selector[];
  /** Classes that derive from it are tools. */
  readonly isBaseClass?: boolean;
  /** Last names of classes whose decorated methods only code calls. */
  readonly exceptIn?: readonly string[];
  /** The tool hands over to the agent with the name in `agent`. Without its own name, it has the prefix and that name. */
  readonly handsOverTo?: { readonly agent: readonly Selector[]; readonly prefix: string };
  /** Names of methods of the class, each of which is a tool; the first one of several names that are given together. */
  readonly methods?: readonly Selector[];
}

/** A hint of the Model Context Protocol, as scan documents name it. */
export type ToolHint = 'is_readonly' | 'is_destructive' | 'is_idempotent' | 'is_open_world';

/** A method of a server or of an agent that gives it tools which other calls create. */
export interface RegistrationComponent extends ComponentFields {
  readonly role: 'registration';
  /** The tools: selectors, or all arguments. An agent need not be given any. */
  readonly tools: readonly Selector[] | 'arguments';
}

/** A call that selects a model. */
export interface ModelComponent extends ComponentFields {
  readonly role: 'model';
  readonly model: readonly Selector[];
  /** The provider, unless the name of the model says another one. */
  readonly provider?: string;
  /** The library that calls the model. */
  readonly library?: string;
  readonly deployment?: 'hosted_api' | 'self_hosted' | 'embedded';
  readonly revision?: readonly Selector[];
  readonly task?: string;
  /** Tools that are bound to the model, so that agents that use it have them. */
  readonly tools?: readonly Selector[];
}

/** A call that creates an MCP server in this repository. */
export interface McpServerComponent extends ComponentFields {
  readonly role: 'mcpServer';
  readonly name: readonly Selector[];
  readonly version?: readonly Selector[];
  readonly tools?: readonly Selector[];
  /** Without a name, it has the name of the program, not of its variable. */
  readonly isNamedByProgram?: boolean;
  /** Finds the object with the name and the version, if it isn't an argument of the call. */
  readonly settings?: (recognizer: Recognizer, instance: InstanceValue) => InstanceValue | undefined;
}

/** A call that connects to an MCP server. */
export interface McpClientComponent extends ComponentFields {
  readonly role: 'mcpClient';
  readonly transport?: 'stdio' | 'streamable-http' | 'sse';
  readonly name?: readonly Selector[];
  /** An object with the settings below; without it they are arguments of the call. */
  readonly settings?: readonly Selector[];
  /** Selectors whose truth says that a human has to approve each call; also properties of the settings. */
  readonly approval?: readonly Selector[];
  /** A dictionary of servers by name, each with the settings below. */
  readonly servers?: readonly Selector[];
  /** The method that connects it to its server: its first argument has the settings, and the client alone isn't a server. */
  readonly connect?: string;
}

/** A call or decorator that makes a guardrail. */
export interface GuardrailComponent extends ComponentFields {
  readonly role: 'guardrail';
  readonly direction: 'input' | 'output' | 'both';
  readonly name?: readonly Selector[];
}

/** A call whose result stands for one of its arguments, or for the object whose method it is. */
export interface WrapperComponent extends ComponentFields {
  readonly role: 'wrapper';
  readonly value: readonly Selector[] | 'receiver';
  /** Models by name, an argument of the call that created the object: the first argument of the method is the name. */
  readonly table?: readonly Selector[];
  /** Tools that are added to the model or agent inside. */
  readonly tools?: readonly Selector[];
  /** The name of the tool that has to be called: then plain descriptions aren't tools, but schemas of one structured response. */
  readonly forcedTool?: readonly Selector[];
}

/** A call that waits for a human, in the function of a tool or of a node; or one that says that a human confirms what agents do. */
export interface ApprovalComponent extends ComponentFields {
  readonly role: 'approval';
  /** The agents that it concerns: selectors. */
  readonly agents?: readonly Selector[];
  /** It counts when one of these arguments is true. */
  readonly condition?: readonly Selector[];
  /** What the agents are given for it, as with the task of a crew: they have these tools in any case. */
  readonly tools?: readonly Selector[];
}

/** A call that lets agents hand over to others. Both are agents or their names. */
export interface HandoffComponent extends ComponentFields {
  readonly role: 'handoff';
  readonly from: readonly Selector[];
  readonly to: readonly Selector[];
}

/** A catalogue entry with its framework. */
export interface Entry<C extends Component = Component> {
  readonly framework: Framework;
  readonly component: C;
}

/** The catalogue by the last names of its symbols. */
export interface SymbolIndex {
  /** Returns the entry of the first symbol that has one, in a language if it is known. */
  readonly find: (symbols: readonly string[], language?: LanguageId) => Entry | undefined;
  /** Returns whether a name can be the last name of a symbol of the catalogue. */
  readonly hasName: (name: string) => boolean;
  /** Lists the last names of the symbols with a role. */
  readonly namesOfRole: (role: Component['role']) => readonly string[];
}

/** What the catalogue's small functions can use. */
export interface Recognizer {
  readonly evaluator: Evaluator;
  readonly graph: ObjectGraph;
  readonly symbols: SymbolIndex;
  /** Returns the catalogue entry of a value: of an instance, a symbol, or a class that derives from a symbol. */
  readonly entryOf: (value: Value) => Entry | undefined;
  /** Returns the values of the first selectors that the call passes; undefined when it passes none of them. */
  readonly select: (instance: InstanceValue, selectors: readonly Selector[] | undefined) => Value | undefined;
  /** Returns the objects that a value stands for, and adds those that are new. A string is the name of a model. */
  readonly agentsOf: (value: Value) => readonly DetectedObject<'agent'>[];
  /** Relates an owner to the tools, sub-agents and MCP servers in a list of tools. */
  readonly relateTools: (owner: DetectedObject, value: Value) => void;
  readonly relateModels: (owner: DetectedObject<'agent'>, value: Value, entry: Entry) => void;
  /** Relates an agent to others. Strings are names of agents in the same file, otherwise of one in files that imports connect with it. */
  readonly relateAgents: (owner: DetectedObject<'agent'>, value: Value) => void;
  readonly relateServers: (owner: DetectedObject<'agent'>, value: Value) => void;
  /** Relates an agent to the models, tools and agents that the body of a function uses. */
  readonly relateUsage: (agent: DetectedObject<'agent'>, value: FunctionValue) => void;
  /** Relates a server to the tools that its handler for their list returns. */
  readonly relateListedTools: (server: DetectedObject, instance: InstanceValue) => void;
  /** Adds the tool that a function is. */
  readonly toolOfFunction: (value: FunctionValue, name?: string) => DetectedObject<'tool'>;
}

/** Adds what data can't express to an object that was found. */
export type Examine = (
  recognizer: Recognizer,
  found: DetectedObject,
  instance: InstanceValue,
  entry: Entry<Component>,
) => void;
