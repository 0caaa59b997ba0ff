/** A searchable document. */
export interface SearchDocument {
  /** URL relative to the base of the site, such as `guides/errors.html#rate-limits`. Not necessarily unique. */
  url: string;
  kind: 'Guide' | 'Operation' | 'Schema' | 'Error' | 'Term';
  title: string;
  /** Headings above the title, outermost first. */
  parents: string[];
  text: string;
  /** Exact names, such as an operationId or a path. A query that equals a name finds this document first. */
  names: string[];
}
