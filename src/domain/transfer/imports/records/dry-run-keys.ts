import type { RecordKeys } from "./record-import.ts";

/** Maximum number of keys. In a dry run, no rows are in the database, and memory is limited. */
const maxKeys = 1_000_000;

/**
 * Keys that earlier rows of a dry run would have created. Each chunk is rolled back, but later rows may still
 * reference its records.
 */
export class DryRunKeys {
  readonly #numbers = new Map<string, number>();
  readonly #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  remember({ number, keys }: { number: number; keys: RecordKeys }): void {
    if (!this.#isOn) return;
    for (const key of keys.own) {
      if (this.#numbers.size < maxKeys && !this.#numbers.has(key)) this.#numbers.set(key, number);
    }
  }

  /** Removes keys of a row that failed. */
  forget({ number, keys }: { number: number; keys: RecordKeys }): void {
    for (const key of keys.own) if (this.#numbers.get(key) === number) this.#numbers.delete(key);
  }

  /** Returns true if an earlier row would have created this key. */
  has(key: string, before: number): boolean {
    const number = this.#numbers.get(key);
    return number !== undefined && number < before;
  }
}
