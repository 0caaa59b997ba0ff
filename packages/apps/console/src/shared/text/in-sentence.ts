/** Returns a title for use within a sentence: "agents" for "Agents", but "MCP servers" as it is. */
export function inSentence(title: string): string {
  return /^[A-Z]{2}/.test(title) ? title : title.toLowerCase();
}
