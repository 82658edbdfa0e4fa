import type { RecordKeys } from "./record-import.ts";

/** At most so many names: of what is dryRunResult nothing is in the database, and memory has an end. */
const most = 1_000_000;

/**
 * What the rows before would have written, where each chunk of a rehearsal is taken back: a row that refers to one of
 * them is none the worse for that.
 */
export class Rehearsed {
  readonly #numbers = new Map<string, number>();
  readonly #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  remember({ number, keys }: { number: number; keys: RecordKeys }): void {
    if (!this.#isOn) return;
    for (const key of keys.own) {
      if (this.#numbers.size < most && !this.#numbers.has(key)) this.#numbers.set(key, number);
    }
  }

  /** It would not have been written after all. */
  forget({ number, keys }: { number: number; keys: RecordKeys }): void {
    for (const key of keys.own) if (this.#numbers.get(key) === number) this.#numbers.delete(key);
  }

  /** Whether a row before this number would have been called so. */
  has(key: string, before: number): boolean {
    const number = this.#numbers.get(key);
    return number !== undefined && number < before;
  }
}
