/** The contract that comes with this package; the path is right from `src` and from `dist`. */
export const SHIPPED_CONTRACT = new URL('../dist/contract.json', import.meta.url);
