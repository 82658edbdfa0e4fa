/** Deterministic pseudo-random choices, so that every demo has the same content. */
export class Random {
  #state: number;

  /** The same text gives the same choices. */
  constructor(seed: string) {
    this.#state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  }

  /** From 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** A whole number; both ends are possible. */
  whole(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new Error("There is nothing to choose from.");
    return item;
  }

  /** Chooses one of the keys by their weights. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The record has no other keys.
    const entries = Object.entries(weights) as [Key, number][];
    let remaining = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      remaining -= weight;
      if (remaining < 0) return key;
    }
    return this.pick(entries)[0];
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.next() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ item }) => item);
  }
}
