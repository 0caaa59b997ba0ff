/** Finds secrets in the settings of MCP servers, and replaces them in snippets. */
import { isSecretOption, isVisibleValue, redactCommandLine } from '../text/command-line.ts';
import { isPlaceholder, isSecretName, REDACTED, redact } from '../text/redact.ts';
import type { ConfigurationNode } from '../trees/tree.ts';

const MAX_SNIPPET = 2_000;
const MAX_LINES = 30;

/** A part of a string that is a secret. */
interface Secret {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the text of a node without secrets: values of settings that are named like secrets, arguments after options that are named
 * like them, and everything that looks like a secret.
 */
export function safeSnippet(text: string, node: ConfigurationNode, start: number): string {
  const secrets = secretsIn(node, text).toSorted((a, b) => a.start - b.start);
  let result = '';
  let position = start;
  for (const secret of secrets) {
    if (secret.start < position) continue;
    result += `${text.slice(position, secret.start)}${REDACTED}`;
    position = secret.end;
  }
  result += text.slice(position, node.end);
  const lines = result.split(/\r?\n/).slice(0, MAX_LINES).join('\n');
  return redactCommandLine(lines).slice(0, MAX_SNIPPET);
}

function secretsIn(node: ConfigurationNode, text: string): readonly Secret[] {
  if (node.kind === 'map') {
    return node.entries.flatMap(({ key, value }) => {
      const isNamed = value.kind === 'scalar' && typeof value.value === 'string' && isSecretName(key);
      return isNamed && !isPlaceholder(String(value.value)) ? [inner(value, text)] : secretsIn(value, text);
    });
  }
  if (node.kind === 'list') {
    return node.items.flatMap((item, index) => {
      const before = node.items[index - 1];
      const option = before?.kind === 'scalar' ? String(before.value) : '';
      const isValue =
        /^(?:--?|\/)[a-z]/i.test(option) && !/[=:]/.test(option) && isSecretOption(option.replace(/^\W+/, ''));
      const value = item.kind === 'scalar' ? String(item.value) : '';
      if (isValue && item.kind === 'scalar' && !value.startsWith('-') && !isVisibleValue(value))
        return [inner(item, text)];
      return secretsIn(item, text);
    });
  }
  return typeof node.value === 'string' && redact(node.value).redacted ? [inner(node, text)] : [];
}

/** The content of the quotes. */
function inner({ start, end }: Secret, text: string): Secret {
  const isQuoted = /["']/.test(text[start] ?? '') && text[end - 1] === text[start];
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}
