import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPlugin } from './build/contract-plugin.ts';

export default defineConfig({
  plugins: [react(), contractPlugin()],
  build: {
    target: 'es2023',
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
