declare module 'virtual:contract/lists' {
  const lists: Record<import('./lists.ts').ListId, () => Promise<{ default: import('./types.ts').ListContract }>>;
  export default lists;
}
declare module 'virtual:contract/values' {
  const values: import('./types.ts').Values;
  export default values;
}
declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
