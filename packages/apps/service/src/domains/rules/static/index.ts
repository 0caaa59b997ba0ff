import type { StaticRule } from '../static-rule.ts';
import { agentEndpointOverPlainHttp } from './agent-endpoint-over-plain-http.ts';
import { agentUsesDeprecatedMcpServer } from './agent-uses-deprecated-mcp-server.ts';
import { agentWithoutOwner } from './agent-without-owner.ts';
import { agentsDelegateInACircle } from './agents-delegate-in-a-circle.ts';
import { approvalLostInDelegation } from './approval-lost-in-delegation.ts';
import { autonomousAgentWithoutGuardrails } from './autonomous-agent-without-guardrails.ts';
import { changedToolSchema } from './changed-tool-schema.ts';
import { contradictoryToolHints } from './contradictory-tool-hints.ts';
import { destructiveToolWithoutGuardrail } from './destructive-tool-without-guardrail.ts';
import { externalAgentWithoutInputGuardrail } from './external-agent-without-input-guardrail.ts';
import { floatingModelAlias } from './floating-model-alias.ts';
import { hiddenCharactersInToolDescription } from './hidden-characters-in-tool-description.ts';
import { instructionsInToolDescription } from './instructions-in-tool-description.ts';
import { mcpBundleWithoutDigest } from './mcp-bundle-without-digest.ts';
import { mcpServerOverSse } from './mcp-server-over-sse.ts';
import { mcpServerWithoutAuth } from './mcp-server-without-auth.ts';
import { modelWithoutLicense } from './model-without-license.ts';
import { openWorldToolDrivesDestructiveTool } from './open-world-tool-drives-destructive-tool.ts';
import { openWorldToolNextToPrivateData } from './open-world-tool-next-to-private-data.ts';
import { plainHttpMcpServer } from './plain-http-mcp-server.ts';
import { restrictedModelLicense } from './restricted-model-license.ts';
import { secretInMcpEnvironment } from './secret-in-mcp-environment.ts';
import { sharedSecretOfMcpServer } from './shared-secret-of-mcp-server.ts';
import { toolNameShadowing } from './tool-name-shadowing.ts';
import { toolRunsAnyCommand } from './tool-runs-any-command.ts';
import { unpinnedMcpPackage } from './unpinned-mcp-package.ts';
import { unpinnedModelRevision } from './unpinned-model-revision.ts';

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

/** Identifier of the rule whose findings a person resolves by accepting the changed schema. */
export const CHANGED_TOOL_SCHEMA = changedToolSchema.rule_id;
