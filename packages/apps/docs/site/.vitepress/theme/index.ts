import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import Layout from './Layout.vue';
import Reference from './Reference.vue';
import { loadReferencePages } from './reference-pages.ts';
import './style.css';
import './reference.css';

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app, router }) {
    app.component('Reference', Reference);
    loadReferencePages(router);
  },
} satisfies Theme;
