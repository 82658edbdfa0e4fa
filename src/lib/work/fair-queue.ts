/** A round-robin queue of several owners: an owner with many entries delays only their own. */
export class FairQueue<Entry extends { size: number }> {
  readonly #entries = new Map<string, Entry[]>();
  readonly #sizes = new Map<string, number>();
  #total = 0;

  /** Total size of the waiting entries of all owners. */
  get total(): number {
    return this.#total;
  }

  sizeOf(owner: string): number {
    return this.#sizes.get(owner) ?? 0;
  }

  push(owner: string, entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    const queue = this.#entries.get(owner) ?? [];
    queue.push(...entries);
    this.#entries.set(owner, queue);
    for (const { size } of entries) this.#count(owner, size);
  }

  /** Removes and returns the first entry of the next owner, and moves that owner to the end. */
  take(): { owner: string; entry: Entry } | undefined {
    const [next] = this.#entries;
    if (next === undefined) return undefined;
    const [owner, queue] = next;
    const entry = queue.shift();
    this.#entries.delete(owner);
    if (entry === undefined) return this.take();
    if (queue.length > 0) this.#entries.set(owner, queue);
    this.#count(owner, -entry.size);
    return { owner, entry };
  }

  #count(owner: string, size: number): void {
    const left = this.sizeOf(owner) + size;
    if (left === 0) this.#sizes.delete(owner);
    else this.#sizes.set(owner, left);
    this.#total += size;
  }
}
