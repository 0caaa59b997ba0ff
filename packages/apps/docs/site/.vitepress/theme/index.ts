import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import Layout from './Layout.vue';
import { loadReferencePages } from './reference-pages.ts';
import './style.css';
import './reference.css';

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ router }) {
    loadReferencePages(router);
  },
} satisfies Theme;
