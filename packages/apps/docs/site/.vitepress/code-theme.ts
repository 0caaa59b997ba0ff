import type { MarkdownOptions } from 'vitepress';

/**
 * The colors of code, as custom properties that `style.css` defines for both themes. With a single theme, code is only
 * highlighted once, and each token has one color in the HTML.
 */
export const codeTheme = {
  name: 'site',
  type: 'light' as const,
  bg: 'var(--vp-code-block-bg)',
  fg: 'var(--code-text)',
  settings: [
    color('text', []),
    color('comment', ['comment', 'punctuation.definition.comment']),
    color('constant', [
      'constant',
      'entity',
      'meta.property-name',
      'support',
      'variable.language',
      'variable.other.constant',
      'variable.other.enummember',
    ]),
    color('name', ['entity.name', 'meta.definition.variable', 'variable', 'markup.list punctuation']),
    color('text', [
      'meta.object.member',
      'meta.tag.attributes',
      'variable.other',
      'variable.parameter.function',
      'storage.modifier.import',
    ]),
    color('function', ['entity.name.function']),
    color('tag', ['entity.name.tag', 'markup.inserted', 'support.class.component', 'support.type.property-name.json']),
    color('keyword', ['constant.character', 'keyword', 'markup.deleted', 'storage']),
    color('string', ['string', 'string punctuation.section.embedded source']),
  ],
} satisfies MarkdownOptions['theme'];

/** Assigns a color to scopes, or the default color if there are none. */
function color(name: string, scope: string[]): { scope?: string[]; settings: { foreground: string } } {
  return { ...(scope.length > 0 && { scope }), settings: { foreground: `var(--code-${name})` } };
}
