/** Adds what configuration files and agent files define. */
import type { ObjectGraph } from '../graph/graph.ts';
import type { AgentsOf } from '../recognize/recognize.ts';
import { isExample } from '../recognize/shared/relevance.ts';
import { parseConfiguration } from '../trees/parse.ts';
import { addAgentsOfData, mayDefineAgents } from './agent-data-files.ts';
import { addAgentOfFile, mayBeAgentFile } from './agent-files.ts';
import { addAgentsOfCrew, mayDefineCrew } from './crewai-files.ts';
import { addAdkAgent, mayDefineAdkAgent } from './google-adk-files.ts';
import { addServersOfJavaClients, mayConfigureJavaClients } from './java-clients.ts';
import { addJavaServer, mayCreateJavaServer } from './java-servers.ts';
import { addRegisteredGraphs, mayRegisterGraphs } from './langgraph-files.ts';
import { addServersOfFile, mayConfigureServers } from './mcp-configurations.ts';

/** Returns whether a file has to be read for configurations. */
export function mayBeConfiguration(path: string): boolean {
  return (
    !isExample(path) && (/\.(jsonc?|ya?ml|toml)$/i.test(path) || mayBeAgentFile(path) || mayCreateJavaServer(path))
  );
}

/** Adds what a file defines to a graph. The objects of code have to be there already. */
export function addConfiguration(graph: ObjectGraph, path: string, text: string, agentsOf: AgentsOf): void {
  if (mayBeAgentFile(path)) {
    addAgentOfFile(graph, path, text);
    return;
  }
  if (mayCreateJavaServer(path)) addJavaServer(graph, path, text);
  if (mayConfigureJavaClients(path)) addServersOfJavaClients(graph, path, text);
  const isServers = mayConfigureServers(path, text);
  const isCrew = mayDefineCrew(path);
  const isGraphs = mayRegisterGraphs(path);
  const isAdk = mayDefineAdkAgent(path, text);
  const isAgents = mayDefineAgents(path);
  if (!isServers && !isCrew && !isGraphs && !isAdk && !isAgents) return;
  const { root, problems } = parseConfiguration(path, text);
  for (const { message, line } of problems) graph.diagnostics.push({ kind: 'syntax', file: path, line, message });
  if (root === undefined) return;
  const hasServers = isAgents && addAgentsOfData(graph, { path, text, root });
  if (isServers && !hasServers) addServersOfFile(graph, { path, text, root });
  if (isCrew) addAgentsOfCrew(graph, path, root);
  if (isAdk) addAdkAgent(graph, path, root, agentsOf);
  if (isGraphs) addRegisteredGraphs(graph, path, root, agentsOf);
}
