/** Patches of VitePress's default theme for which it has no options. */
import { basename } from 'node:path';

/** Replaces a string in a component, which must contain it. */
interface Patch {
  component: string;
  find: string;
  replace: string;
}

const PATCHES: Patch[] = [
  // The home page has no main landmark.
  { component: 'VPHome.vue', find: '<div \n    class="VPHome"', replace: '<main \n    class="VPHome"' },
  { component: 'VPHome.vue', find: '  </div>\n</template>', replace: '  </main>\n</template>' },
  // Includes the footer in the main landmark. Outside, it would be a second "contentinfo".
  { component: 'VPDoc.vue', find: '</main>', replace: '' },
  { component: 'VPDoc.vue', find: '<slot name="doc-after" />', replace: '<slot name="doc-after" /></main>' },
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
