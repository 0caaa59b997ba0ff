import { describe, expect, it } from 'vitest';
import { words } from '../src/document/words.js';

describe('words', () => {
  it.each([
    ['McpServers', 'mcp servers'],
    ['mcp-servers', 'mcp servers'],
    ['mcp_servers', 'mcp servers'],
    ['getAPIKeys', 'get api keys'],
    ['HTTPRequest', 'http request'],
    ['exportJSON', 'export json'],
    ['LLM', 'llm'],
    ['utf8Text', 'utf8 text'],
    ['--', ''],
  ])('splits "%s" into "%s"', (name, expected) => {
    expect(words(name).join(' ')).toBe(expected);
  });
});
