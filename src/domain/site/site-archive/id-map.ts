import type { Row } from "./archive-format.ts";

/** IDs of the archive with the IDs of the same rows at this site. */
export class IdMap {
  readonly #ids = new Map<string, string>();

  set(archived: unknown, here: unknown): void {
    if (typeof archived === "string" && typeof here === "string") this.#ids.set(archived, here);
  }

  has = (archived: unknown): boolean => typeof archived === "string" && this.#ids.has(archived);

  get = (archived: unknown): string | undefined => (typeof archived === "string" ? this.#ids.get(archived) : undefined);

  /** Replaces known IDs in all texts of a row, also inside addresses such as `/files/fil_…`. */
  translate(row: Row): Row {
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, this.#translated(value)]));
  }

  #translated(value: unknown): unknown {
    if (typeof value === "string") return value.replaceAll(anyId, (id) => this.#ids.get(id) ?? id);
    if (Array.isArray(value)) return value.map((item) => this.#translated(item));
    if (typeof value === "object" && value !== null) return this.translate({ ...value });
    return value;
  }
}

const anyId = /(?<![a-z0-9])[a-z]{2,6}_[0-9a-z]{26}(?![0-9a-z])/g;
