import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPlugin } from './build/contract-plugin.ts';

export default defineConfig(({ command }) => {
  // Other values in the environment, such as those of test runners, would bundle React's slower development build.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    logLevel: 'warn',
    // PostCSS warns about each `composes … from`.
    css: { transformer: 'lightningcss' },
    plugins: [react(), contractPlugin()],
    build: {
      target: 'es2023',
      // Inlined files would need `data:` in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
});
