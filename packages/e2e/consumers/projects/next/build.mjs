// Resolves and bundles in the same way as `next build --webpack`: once for Node.js, once for browsers.
import webpack from 'webpack';

const shared = {
  context: import.meta.dirname,
  mode: 'production',
  // Next.js minifies too, which is slow and does not affect the resolution of modules.
  optimization: { minimize: false },
  performance: { hints: false },
  module: { rules: [{ test: /\.tsx?$/, loader: 'esbuild-loader', options: { jsx: 'automatic', target: 'es2022' } }] },
};
const extensions = ['.js', '.mjs', '.tsx', '.ts', '.jsx', '.json', '.wasm'];

const compiler = webpack([
  {
    ...shared,
    target: 'node20.19',
    entry: './server.tsx',
    resolve: { extensions, mainFields: ['main', 'module'] },
    output: { path: `${import.meta.dirname}/dist/server`, filename: 'main.js' },
  },
  {
    ...shared,
    target: 'web',
    entry: './client.tsx',
    resolve: { extensions, mainFields: ['browser', 'module', 'main'] },
    output: { path: `${import.meta.dirname}/dist/client`, filename: 'main.js' },
  },
]);

compiler.run((error, stats) => {
  if (error) throw error;
  console.log(stats.toString('errors-warnings'));
  process.exitCode = stats.hasErrors() || stats.hasWarnings() ? 1 : 0;
});
