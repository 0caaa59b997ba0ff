import { agentEndpointOverPlainHttp } from './agents/agent-endpoint-over-plain-http.ts';
import { agentUsesDeprecatedMcpServer } from './agents/agent-uses-deprecated-mcp-server.ts';
import { agentWithoutOwner } from './agents/agent-without-owner.ts';
import { agentsDelegateInACircle } from './agents/agents-delegate-in-a-circle.ts';
import { approvalLostInDelegation } from './agents/approval-lost-in-delegation.ts';
import { autonomousAgentWithoutGuardrails } from './agents/autonomous-agent-without-guardrails.ts';
import { destructiveToolWithoutGuardrail } from './agents/destructive-tool-without-guardrail.ts';
import { externalAgentWithoutInputGuardrail } from './agents/external-agent-without-input-guardrail.ts';
import { openWorldToolDrivesDestructiveTool } from './agents/open-world-tool-drives-destructive-tool.ts';
import { openWorldToolNextToPrivateData } from './agents/open-world-tool-next-to-private-data.ts';
import { toolNameShadowing } from './agents/tool-name-shadowing.ts';
import type { StaticRule } from './core/static-rule.ts';
import { mcpBundleWithoutDigest } from './mcp-servers/mcp-bundle-without-digest.ts';
import { mcpServerOverSse } from './mcp-servers/mcp-server-over-sse.ts';
import { mcpServerWithoutAuth } from './mcp-servers/mcp-server-without-auth.ts';
import { plainHttpMcpServer } from './mcp-servers/plain-http-mcp-server.ts';
import { secretInMcpEnvironment } from './mcp-servers/secret-in-mcp-environment.ts';
import { sharedSecretOfMcpServer } from './mcp-servers/shared-secret-of-mcp-server.ts';
import { unpinnedMcpPackage } from './mcp-servers/unpinned-mcp-package.ts';
import { floatingModelAlias } from './models/floating-model-alias.ts';
import { modelWithoutLicense } from './models/model-without-license.ts';
import { restrictedModelLicense } from './models/restricted-model-license.ts';
import { unpinnedModelRevision } from './models/unpinned-model-revision.ts';
import { changedToolSchema } from './tools/changed-tool-schema.ts';
import { contradictoryToolHints } from './tools/contradictory-tool-hints.ts';
import { hiddenCharactersInToolDescription } from './tools/hidden-characters-in-tool-description.ts';
import { instructionsInToolDescription } from './tools/instructions-in-tool-description.ts';
import { toolRunsAnyCommand } from './tools/tool-runs-any-command.ts';

/** The static rules of the service, in the order of their identifiers. */
export const staticRules: readonly StaticRule[] = [
  agentEndpointOverPlainHttp,
  agentUsesDeprecatedMcpServer,
  agentWithoutOwner,
  agentsDelegateInACircle,
  approvalLostInDelegation,
  autonomousAgentWithoutGuardrails,
  changedToolSchema,
  contradictoryToolHints,
  destructiveToolWithoutGuardrail,
  externalAgentWithoutInputGuardrail,
  floatingModelAlias,
  hiddenCharactersInToolDescription,
  instructionsInToolDescription,
  mcpBundleWithoutDigest,
  mcpServerOverSse,
  mcpServerWithoutAuth,
  modelWithoutLicense,
  openWorldToolDrivesDestructiveTool,
  openWorldToolNextToPrivateData,
  plainHttpMcpServer,
  restrictedModelLicense,
  secretInMcpEnvironment,
  sharedSecretOfMcpServer,
  toolNameShadowing,
  toolRunsAnyCommand,
  unpinnedMcpPackage,
  unpinnedModelRevision,
];

/** Identifiers of the static rules. */
export const STATIC_RULE_IDS: readonly string[] = staticRules.map(({ rule_id }) => rule_id);

/** Identifier of the rule whose findings a human resolves by accepting the changed schema. */
export const CHANGED_TOOL_SCHEMA = changedToolSchema.rule_id;
