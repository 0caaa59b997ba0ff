/** Keeps the state of a mock beyond its end. */
export interface StateStorage {
  /** What messages call it, at the start of a sentence. */
  name: string;
  /** Whether a stored value that does not fit the mock is forgotten instead of refused. */
  forgetsOthers?: boolean;
  /**
   * Returns the stored value; undefined when there is none.
   *
   * @throws {SettingError} when it cannot be read
   */
  read(): unknown;
  /**
   * Stores a value, at once or a little later.
   *
   * @param create returns the value as JSON
   */
  write(create: () => string): void;
  /** Stores what has not been stored yet. */
  flush(): void;
}
