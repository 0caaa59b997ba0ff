/** Extracts the text of a response from the JSON document that some agents wrap it in. */
import type { AgentResponse } from '@aispm/evaluations';

/** A document in a code block that makes up the complete text. */
const FENCED = /^```[a-z]{0,10}\n([^`]*)```$/i;

/**
 * Returns a response as the agent's regular client reads it: for a JSON document, the text of all its values, because detectors
 * would misread its escape sequences. Returns any other text unchanged.
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

/** Returns the strings, numbers and booleans of a document at any depth, in order. */
function collectTexts(document: unknown): string[] {
  const values: string[] = [];
  const left = [document];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value).reverse()) left.push(item);
    } else if (value !== null) values.push(String(value));
  }
  return values;
}
