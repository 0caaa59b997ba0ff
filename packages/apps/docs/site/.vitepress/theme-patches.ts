/** Changes to the default theme of VitePress that it has no options for. */
import { basename } from 'node:path';

/** Replaces a text of a component, which must contain it. */
interface Patch {
  component: string;
  find: string;
  replace: string;
}

const PATCHES: Patch[] = [
  // The home page has no main landmark.
  { component: 'VPHome.vue', find: '<div \n    class="VPHome"', replace: '<main \n    class="VPHome"' },
  { component: 'VPHome.vue', find: '  </div>\n</template>', replace: '  </main>\n</template>' },
  // All of a page is its main text, also its footer, which would be a second "contentinfo" outside of it.
  { component: 'VPDoc.vue', find: '</main>', replace: '' },
  { component: 'VPDoc.vue', find: '<slot name="doc-after" />', replace: '<slot name="doc-after" /></main>' },
  // The navigation bar is beside the menu in the HTML already, and does not move there when scripts run.
  {
    component: 'VPNavBar.vue',
    find: 'ref<Record<string, boolean>>({})',
    replace:
      "ref<Record<string, boolean>>({ 'has-sidebar': hasSidebar.value, home: frontmatter.value.layout === 'home', top: true })",
  },
  // The headings of a page begin with its h1, and not with the groups of the menu.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text in the component
  { component: 'VPSidebarItem.vue', find: ': `h${props.depth + 2}`', replace: ": 'p'" },
  // The title of a group is a button only if it does something; the arrow in it is no second button.
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

/** Applies the changes while the site is built. The build fails when a component does not contain what is to be replaced. */
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
          throw new Error(
            `${component} of VitePress does not contain ${JSON.stringify(find)}. Adapt theme-patches.ts.`,
          );
        }
        patched = patched.replace(find, replace);
      }
      return patched === code ? undefined : patched;
    },
  };
}
