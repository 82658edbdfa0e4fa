import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import { asRecord, isRecord } from "#lib/is-record.ts";
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
  async translate(row: Row): Promise<Row> {
    return isSmall(row) ? this.#fields(row) : asRecord(await this.#inSlices(row));
  }

  #translated(value: unknown): unknown {
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#translated(item));
    return isRecord(value) ? this.#fields(value) : value;
  }

  #fields(row: Row): Row {
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, this.#translated(value)]));
  }

  #text = (text: string): string => text.replaceAll(anyId, (id) => this.#ids.get(id) ?? id);

  /** The same, and lets the event loop turn: an archive can hold rows with very many values. */
  async #inSlices(value: unknown): Promise<unknown> {
    const turn = pause();
    if (turn) await turn;
    if (isSmall(value)) return this.#translated(value);
    if (Array.isArray(value))
      return mapInSlices(value, (item) => (isSmall(item) ? this.#translated(item) : this.#inSlices(item)));
    if (!isRecord(value)) return this.#translated(value);
    const row: Row = {};
    for (const [name, inner] of Object.entries(value)) row[name] = await this.#inSlices(inner);
    return row;
  }
}

const anyId = /(?<![a-z0-9])[a-z]{2,6}_[0-9a-z]{26}(?![0-9a-z])/g;
