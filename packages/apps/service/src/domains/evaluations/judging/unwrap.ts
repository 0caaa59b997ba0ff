/** Reads the text of a response out of the JSON document that some agents wrap it into. */
import type { AgentResponse } from '../core/types.ts';

/** A document in a code block, which is the complete text. */
const FENCED = /^```[a-z]{0,10}\n([^`]*)```$/i;

/**
 * Returns a response as the program reads it that the agent was made for: of a JSON document, the text of all its values. Detectors would
 * take its escape sequences for other characters. Any other text is returned as it is.
 */
export function unwrap<Response extends AgentResponse>(response: Response): Response {
  const trimmed = response.text.trim();
  const document = (FENCED.exec(trimmed)?.[1] ?? trimmed).trim();
  if (!/^[[{"]/.test(document)) return response;
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch {
    return response;
  }
  return { ...response, text: collectTexts(value).join('\n') };
}

/** Returns the texts, numbers and truth values of a document, however deep they are, in their order. */
function collectTexts(document: unknown): string[] {
  const texts: string[] = [];
  const left = [document];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value).reverse()) left.push(member);
    } else if (value !== null) texts.push(String(value));
  }
  return texts;
}
