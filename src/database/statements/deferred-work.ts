/** Work that a transaction does once, with all items that were deferred, before it commits. */
export interface DeferredWork<Queries, Item> {
  run(queries: Queries, items: readonly Item[]): Promise<void>;
  /** Names what the item is about, so that the work can be done before that changes again. */
  keyOf(item: Item): string;
}

interface Entry<Queries> {
  /** The work that the item was deferred with, whose type it has. */
  work: DeferredWork<Queries, unknown>;
  item: unknown;
  earlier: Entry<Queries> | undefined;
}

interface Mark<Queries> {
  newest: Entry<Queries> | undefined;
  runs: number;
}

/**
 * The deferred items of a transaction. A list that grows at its end without changing its earlier part, so that a
 * savepoint remembers and restores it at no cost.
 */
export class Deferrals<Queries> {
  #newest: Entry<Queries> | undefined;
  #runs = 0;
  /** Keys of the items. Can have keys of items that were dropped. */
  readonly #keys = new Set<string>();
  /** Items whose keys are computed when they are read. */
  #withoutKeys: Entry<Queries>[] = [];

  mark(): Mark<Queries> {
    return { newest: this.#newest, runs: this.#runs };
  }

  /** Drops the items that were added after the mark, and brings back those that were taken. */
  restore({ newest, runs }: Mark<Queries>): void {
    this.#newest = newest;
    if (runs === this.#runs) return;
    for (let entry = newest; entry; entry = entry.earlier) this.#withoutKeys.push(entry);
  }

  add<Item>(work: DeferredWork<Queries, Item>, items: readonly Item[]): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Items are stored with their own work.
    const typedWork = work as DeferredWork<Queries, unknown>;
    for (const item of items) {
      this.#newest = { work: typedWork, item, earlier: this.#newest };
      this.#withoutKeys.push(this.#newest);
    }
  }

  get keys(): ReadonlySet<string> {
    for (const { work, item } of this.#withoutKeys) this.#keys.add(work.keyOf(item));
    this.#withoutKeys = [];
    return this.#keys;
  }

  /** Does all work, each with its items, oldest first. Work can defer other work. */
  async run(queries: Queries): Promise<void> {
    while (this.#newest) {
      const items = new Map<DeferredWork<Queries, unknown>, unknown[]>();
      for (let entry: Entry<Queries> | undefined = this.#newest; entry; entry = entry.earlier) {
        const sameWork = items.get(entry.work);
        if (sameWork) sameWork.push(entry.item);
        else items.set(entry.work, [entry.item]);
      }
      this.#newest = undefined;
      this.#runs += 1;
      this.#keys.clear();
      this.#withoutKeys = [];
      for (const [work, own] of items) await work.run(queries, own.toReversed());
    }
  }
}
