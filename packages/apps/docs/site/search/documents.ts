/** What a reader can find. */
export interface SearchDocument {
  /** Address below the base of the site, such as `guides/errors.html#rate-limits`. Several documents may have the same. */
  address: string;
  kind: 'Guide' | 'Operation' | 'Schema' | 'Error' | 'Term';
  title: string;
  /** Headings above the title, the outermost first. */
  parents: string[];
  text: string;
  /** Exact names, such as an operationId or a path: a query that is one of them finds this document first. */
  names: string[];
}
