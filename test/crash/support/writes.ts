/** One kind of write, which goes on until the server is gone and is checked after the restart. */
export interface Writes<Item = unknown> {
  /** What was sent, in this order. */
  readonly items: readonly Item[];
  /** Writes until the server is gone. */
  work(): Promise<void>;
  /** Whether a write of the item was not acknowledged. */
  isUnderWay(item: Item): boolean;
  /** Asserts that what was acknowledged is stored once. Afterwards no write of these items is under way. */
  check(items: readonly Item[]): Promise<void>;
}
