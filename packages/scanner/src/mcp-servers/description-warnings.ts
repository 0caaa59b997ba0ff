/**
 * Strings of tools that do more than describe: instructions for the model, and characters that users can't see. A model reads all strings
 * of a schema, so those of parameters count as well. Sources: the published cases of tool poisoning,
 * https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks.
 */
import { formatCodePoint, listHidden } from '@aispm/openapi/hidden-characters';
import type { DetectedObject, ObjectGraph, ServiceRule } from '../graph/graph.ts';
import type { Listed } from './query.ts';

/** The rules of the service that look at descriptions. Here, they also see parameters. */
const INSTRUCTIONS: ServiceRule = { rule_id: 'instructions-in-tool-description', severity: 'high', source: 'static' };
const HIDDEN: ServiceRule = { rule_id: 'hidden-characters-in-tool-description', severity: 'high', source: 'static' };

const PHRASES: readonly RegExp[] = [
  /<\s{0,9}\/?\s{0,9}(?:important|system|instructions?|secret|hidden)\s{0,9}>/i,
  /\b(?:do not|don't|never|without)\s+(?:tell|telling|mention|mentioning|inform|informing|reveal|show|notify)\w{0,9}\b[^.]{0,60}\b(?:user|person|human)\b/i,
  /\b(?:ignore|disregard|forget|override)\s+(?:all |any |the )?(?:previous|prior|other|earlier|above|system)\s+(?:instructions?|prompts?|rules?|messages?)\b/i,
  /\bbefore\s+(?:using|calling|invoking)\s+(?:this|any(?: other)?|the)\s+tools?\b[^.]{0,80}\b(?:read|send|pass|include|call)\b/i,
  /~\/\.(?:ssh|aws|gnupg|kube|docker)\b|\bid_rsa\b|\.aws\/credentials|\/etc\/(?:passwd|shadow)/i,
];

/** Limits on the length and number of strings that are checked. */
const MAX_STRING = 20_000;
const MAX_STRINGS = 2_000;

/** Adds findings for the strings of a tool. */
export function addDescriptionWarnings(graph: ObjectGraph, tool: DetectedObject<'tool'>, listed: Listed): void {
  const strings = stringsOf(listed);
  const phrases = new Set(
    strings.flatMap((text) => PHRASES.flatMap((phrase) => (phrase.exec(text)?.[0] ?? '').slice(0, 200) || [])),
  );
  if (phrases.size > 0) {
    graph.findings.push({
      rule: INSTRUCTIONS,
      found: tool,
      message: `The definition of ${tool.name} contains instructions for the model.`,
      evidence: [...phrases].map((value) => ({ kind: 'metadata', value, redacted: false })),
      confidence: 0.8,
    });
  }
  const hidden = strings.flatMap(listHidden);
  if (hidden.length > 0) {
    const codes = [...new Set(hidden.map(formatCodePoint))].slice(0, 20).join(' ');
    graph.findings.push({
      rule: HIDDEN,
      found: tool,
      message: `The definition of ${tool.name} contains ${hidden.length} hidden characters.`,
      evidence: [{ kind: 'metadata', value: codes, redacted: false }],
    });
  }
}

/** All strings and keys of an entry. */
function stringsOf(listed: Listed): readonly string[] {
  const strings: string[] = [];
  const pending: unknown[] = [listed];
  while (pending.length > 0 && strings.length < MAX_STRINGS) {
    const value = pending.pop();
    if (typeof value === 'string') strings.push(value.slice(0, MAX_STRING));
    else if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value)) strings.push(...Object.keys(value).slice(0, MAX_STRINGS));
      for (const property of Object.values(value).slice(0, MAX_STRINGS)) pending.push(property);
    }
  }
  return strings;
}
