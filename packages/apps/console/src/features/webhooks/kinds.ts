/** Returns the words of a kind of event: "issue opened" for `issue.opened`. Later versions of the contract have more kinds. */
export function describeKind(kind: string): string {
  return kind.replaceAll(/[._]/g, ' ');
}
