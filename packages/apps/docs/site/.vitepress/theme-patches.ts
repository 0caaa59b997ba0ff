/** Patches of VitePress's default theme for which it has no options. */
import { basename } from 'node:path';

/** Replaces a string in a component, which must contain it. */
interface Patch {
  component: string;
  find: string;
  replace: string;
}

/** The outline of a page in VPDoc.vue, and the end of the text, which it should follow. */
const OUTLINE = `      <div v-if="hasAside" class="aside" :class="{'left-aside': leftAside}">
        <div class="aside-curtain" />
        <div class="aside-container">
          <div class="aside-content">
            <VPDocAside>
              <template #aside-top><slot name="aside-top" /></template>
              <template #aside-bottom><slot name="aside-bottom" /></template>
              <template #aside-outline-before><slot name="aside-outline-before" /></template>
              <template #aside-outline-after><slot name="aside-outline-after" /></template>
              <template #aside-ads-before><slot name="aside-ads-before" /></template>
              <template #aside-ads-after><slot name="aside-ads-after" /></template>
            </VPDocAside>
          </div>
        </div>
      </div>
`;
const END_OF_TEXT = '<slot name="doc-after" /></main>\n        </div>\n      </div>\n';

const PATCHES: Patch[] = [
  // The home page has no main landmark.
  { component: 'VPHome.vue', find: '<div \n    class="VPHome"', replace: '<main \n    class="VPHome"' },
  { component: 'VPHome.vue', find: '  </div>\n</template>', replace: '  </main>\n</template>' },
  // Includes the footer in the main landmark. Outside, it would be a second "contentinfo".
  { component: 'VPDoc.vue', find: '</main>', replace: '' },
  { component: 'VPDoc.vue', find: '<slot name="doc-after" />', replace: '<slot name="doc-after" /></main>' },
  // Puts the outline after the text, as it is on the screen, so that Tab doesn't stop at its links before the text.
  { component: 'VPDoc.vue', find: OUTLINE, replace: '' },
  { component: 'VPDoc.vue', find: END_OF_TEXT, replace: END_OF_TEXT + OUTLINE },
  // Positions the navigation bar next to the menu in the HTML, so that it doesn't move when scripts run.
  {
    component: 'VPNavBar.vue',
    find: 'ref<Record<string, boolean>>({})',
    replace:
      "ref<Record<string, boolean>>({ 'has-sidebar': hasSidebar.value, home: frontmatter.value.layout === 'home', top: true })",
  },
  // The first heading of a page must be its h1, not a group of the menu.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the string in the component
  { component: 'VPSidebarItem.vue', find: ': `h${props.depth + 2}`', replace: ": 'p'" },
  // The title of a group is only a button if it's interactive, and its arrow isn't a second button.
  {
    component: 'VPSidebarItem.vue',
    find: "(isLink.value ? undefined : 'button')",
    replace: "(isLink.value || !collapsible.value ? undefined : 'button')",
  },
  {
    component: 'VPSidebarItem.vue',
    find: ':tabindex="item.items && 0"',
    replace: ':tabindex="itemRole && 0" :aria-expanded="itemRole && !collapsed"',
  },
  {
    component: 'VPSidebarItem.vue',
    find: 'role="button"\n        aria-label="toggle section"',
    replace: ':role="isLink ? \'button\' : undefined" :aria-label="isLink ? \'toggle section\' : undefined"',
  },
  {
    component: 'VPSidebarItem.vue',
    find: 'tabindex="0"\n      >\n        <span class="vpi-chevron-right',
    replace: ':tabindex="isLink ? 0 : undefined"\n      >\n        <span class="vpi-chevron-right',
  },
];

/** Applies the patches during the build, which fails if a component doesn't contain the string to replace. */
export function patchTheme() {
  return {
    name: 'docs:theme-patches',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | undefined {
      if (!/\/theme-default\/components\/\w+\.vue$/.test(id)) return undefined;
      let patched = code;
      for (const { component, find, replace } of PATCHES) {
        if (basename(id) !== component) continue;
        if (!patched.includes(find)) {
          throw new Error(`VitePress's ${component} doesn't contain ${JSON.stringify(find)}. Adapt theme-patches.ts.`);
        }
        patched = patched.replace(find, replace);
      }
      return patched === code ? undefined : patched;
    },
  };
}
