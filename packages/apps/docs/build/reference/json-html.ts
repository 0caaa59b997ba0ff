import { escapeHtml } from './markdown.ts';

/** Matches the parts of JSON that have colors: a text, which names a member before a colon, a number, and a literal. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;

/**
 * Writes JSON with colors, in the frame in which VitePress shows code. The highlighter of VitePress needs five times the
 * space: it writes two colors at each part.
 */
export function jsonHtml(json: string): string {
  let end = 0;
  let html = '';
  for (const match of json.matchAll(TOKEN)) {
    const [token, text = '', colon] = match;
    const part = text || token;
    html += escapeHtml(json.slice(end, match.index));
    html += `<span class="${colon ? 'jk' : text ? 'js' : 'jv'}">${escapeHtml(part)}</span>${colon ?? ''}`;
    end = match.index + token.length;
  }
  const code = html + escapeHtml(json.slice(end).trimEnd());
  return `<div class="language-json"><button title="Copy Code" class="copy"></button><span class="lang">json</span><pre tabindex="0"><code>${code}</code></pre></div>\n`;
}
