/** Path of the contract that comes with this package, relative to both `src` and `dist`. */
export const SHIPPED_CONTRACT = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/contract.json' : './contract.json',
  import.meta.url,
);
