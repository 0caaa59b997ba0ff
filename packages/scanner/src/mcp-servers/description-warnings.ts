/**
 * Texts of tools that do more than describe: instructions for the model, and characters that people do not see. A model reads all texts
 * of a schema, so those of parameters count, too. Sources: the published cases of tool poisoning,
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

/** Texts that are longer, or more, are not looked at. */
const MAX_TEXT = 20_000;
const MAX_TEXTS = 2_000;

/** Adds what the texts of a tool give reason to. */
export function addDescriptionWarnings(graph: ObjectGraph, tool: DetectedObject<'tool'>, listed: Listed): void {
  const texts = textsOf(listed);
  const phrases = new Set(
    texts.flatMap((text) => PHRASES.flatMap((phrase) => (phrase.exec(text)?.[0] ?? '').slice(0, 200) || [])),
  );
  if (phrases.size > 0) {
    graph.findings.push({
      rule: INSTRUCTIONS,
      found: tool,
      message: `The texts of ${tool.name} contain instructions for the model.`,
      evidence: [...phrases].map((value) => ({ kind: 'metadata', value, redacted: false })),
      confidence: 0.8,
    });
  }
  const hidden = texts.flatMap(listHidden);
  if (hidden.length > 0) {
    const codes = [...new Set(hidden.map(formatCodePoint))].slice(0, 20).join(' ');
    graph.findings.push({
      rule: HIDDEN,
      found: tool,
      message: `The texts of ${tool.name} contain ${hidden.length} hidden characters.`,
      evidence: [{ kind: 'metadata', value: codes, redacted: false }],
    });
  }
}

/** All texts and keys of an entry. */
function textsOf(listed: Listed): readonly string[] {
  const texts: string[] = [];
  const pending: unknown[] = [listed];
  while (pending.length > 0 && texts.length < MAX_TEXTS) {
    const value = pending.pop();
    if (typeof value === 'string') texts.push(value.slice(0, MAX_TEXT));
    else if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value)) texts.push(...Object.keys(value).slice(0, MAX_TEXTS));
      for (const property of Object.values(value).slice(0, MAX_TEXTS)) pending.push(property);
    }
  }
  return texts;
}
