/** Parts of the Markdown of the pages of the reference. Their content may be HTML where Markdown has no means. */

/** Writes content that is folded away until a reader opens it; also without JavaScript. */
export function fold(summary: string, content: string, attributes = ''): string {
  return `<details${attributes}><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Writes a fenced block of code. */
export function codeBlock(language: string, code: string): string {
  return `\`\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\``;
}

/** Writes a list of fields, which the style sheet of the site lays out. */
export function fieldBlock(list: string): string {
  return `<div class="fields">\n\n${list}\n\n</div>`;
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Writes a summary of a fold from text with code in backquotes. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Language of the blocks of JSON that {@link import('./json-html.ts').jsonHtml} writes. */
export const JSON_EXAMPLE = 'json-example';

/** Language of the blocks of code without colors. */
export const PLAIN_CODE = 'plain-code';

/** Writes code without colors, in the frame in which VitePress shows code. */
export function plainCodeHtml(code: string): string {
  return `<div class="language-text"><pre tabindex="0"><code>${escapeHtml(code.trimEnd())}</code></pre></div>\n`;
}
