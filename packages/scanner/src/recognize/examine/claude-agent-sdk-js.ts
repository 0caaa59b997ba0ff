/** What the table of Claude Agent SDK (TypeScript) can't express. */
import type { DetectedObject } from '../../graph/graph.ts';
import { optionsOf } from '../../resolve/values.ts';
import type { Examine } from '../shared/framework.ts';
import { examineClaudeOptions, relateNamedTools } from './claude-options.ts';
import { addLiteralAgent } from './literal-agents.ts';

/** Adds the sub-agents that options define as objects by name. */
export const examineQuery: Examine = (recognizer, found, instance, entry) => {
  examineClaudeOptions(recognizer, found, instance, entry);
  if (found.kind !== 'agent' || instance.position === undefined) return;
  for (const agents of optionsOf(recognizer.select(instance, ['options.agents']) ?? { kind: 'unknown', reason: '' })) {
    if (agents.kind !== 'dictionary') continue;
    for (const { key, value, span } of agents.entries) {
      if (key.startsWith('?')) continue;
      const position = { file: agents.file, span: span ?? agents.span, value };
      addLiteralAgent(recognizer, found as DetectedObject<'agent'>, key, position, entry, (agent, tools) =>
        relateNamedTools(recognizer, agent, tools),
      );
    }
  }
};
