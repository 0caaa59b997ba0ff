import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent } from 'vue';
import Layout from './Layout.vue';
import PageActions from './PageActions.vue';
import Reference from './Reference.vue';
import Screenshot from './Screenshot.vue';
import './style.css';
import './print.css';

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component('PageActions', PageActions);
    app.component('Reference', Reference);
    app.component('Screenshot', Screenshot);
    app.component(
      'TryIt',
      defineAsyncComponent(() => import('./TryIt.vue')),
    );
  },
} satisfies Theme;
