/** The contract that comes with this package, from `src` and from the files of `dist`. */
export const SHIPPED_CONTRACT = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/contract.json' : './contract.json',
  import.meta.url,
);
