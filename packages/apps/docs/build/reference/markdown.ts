/** Building blocks of the reference's Markdown, including HTML for what Markdown can't express. */

/** Writes collapsed content, which readers can open without JavaScript. */
export function fold(summary: string, content: string, attributes = ''): string {
  return `<details${attributes}><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Writes a fenced code block. */
export function codeBlock(language: string, code: string): string {
  return `\`\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\``;
}

/** Writes a list of fields, which the style sheet of the site lays out. */
export function fieldBlock(list: string): string {
  return `<div class="fields">\n\n${list}\n\n</div>`;
}

/** Escapes a string for HTML, in text or in an attribute. */
export function escapeHtml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/** Escapes a string for text between tags, where quotes stay as they are: examples have thousands. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Converts a summary with code in backquotes to HTML. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Language of JSON blocks that {@link import('./json-html.ts').jsonHtml} highlights. */
export const JSON_EXAMPLE = 'json-example';

/** Language of code blocks without highlighting. */
export const PLAIN_CODE = 'plain-code';

/** Writes code without highlighting, in VitePress's markup for code blocks. */
export function plainCodeHtml(code: string): string {
  return `<div class="language-text"><pre tabindex="0"><code>${escapeText(code.trimEnd())}</code></pre></div>\n`;
}
