import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent } from 'vue';
import Layout from './Layout.vue';
import PageActions from './PageActions.vue';
import { loadReferencePages } from './reference-pages.ts';
import Screenshot from './Screenshot.vue';
import './style.css';
import './print.css';
import './reference.css';

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app, router }) {
    loadReferencePages(router);
    app.component('PageActions', PageActions);
    app.component('Screenshot', Screenshot);
    app.component(
      'TryIt',
      defineAsyncComponent(() => import('./TryIt.vue')),
    );
  },
} satisfies Theme;
