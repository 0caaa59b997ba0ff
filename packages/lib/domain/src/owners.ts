/** The owners of an object: changes that users make to them. */

/** Changes of owners, as one update of a batch contains them. */
export interface OwnerChanges {
  /** The new owners; default: those that the object has. */
  owners?: readonly string[];
  /** Owners to remove from these. */
  remove_owners?: readonly string[];
  /** Owners to add to the others, afterwards. */
  add_owners?: readonly string[];
}

/** Returns the owners after changes, in their order; undefined when the changes set none and leave them as they are. */
export function changeOwners(current: readonly string[], changes: OwnerChanges): string[] | undefined {
  const { owners, remove_owners = [], add_owners = [] } = changes;
  const removed = new Set(remove_owners);
  const kept = (owners ?? current).filter((owner) => !removed.has(owner));
  const changed = [...new Set([...kept, ...add_owners])];
  const isSame = changed.length === current.length && changed.every((owner, index) => owner === current[index]);
  return owners === undefined && isSame ? undefined : changed;
}
