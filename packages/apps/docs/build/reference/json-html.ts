import { escapeText } from './markdown.ts';

/** Matches the highlighted tokens of JSON: strings, which are property names before a colon, numbers and literals. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;

/**
 * Highlights JSON, in VitePress's markup for code blocks. VitePress's highlighter writes two colors per token, which takes
 * five times the space.
 */
export function jsonHtml(json: string): string {
  let end = 0;
  let html = '';
  for (const match of json.matchAll(TOKEN)) {
    const [token, text = '', colon] = match;
    const part = text || token;
    html += escapeText(json.slice(end, match.index));
    html += `<span class="${colon ? 'jk' : text ? 'js' : 'jv'}">${escapeText(part)}</span>${colon ?? ''}`;
    end = match.index + token.length;
  }
  const code = html + escapeText(json.slice(end).trimEnd());
  return `<div class="language-json"><button title="Copy Code" class="copy"></button><span class="lang">json</span><pre tabindex="0"><code>${code}</code></pre></div>\n`;
}
