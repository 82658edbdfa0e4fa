import { appendFile } from "node:fs/promises";
import path from "node:path";
import { jsonOf } from "#lib/event-loop/stringify.ts";
import type { Row } from "./archive-format.ts";
import { readRows } from "./open-site-archive.ts";

/** A row with texts that link to rows without an ID at this site yet. */
export interface LinkingRow {
  /** The row, or the entry of a course, as the archive has it. */
  archived: Row;
  /** The fields that the import writes, as far as they could be translated. */
  written: Row;
  /** False for a row that the site had before, which may have been completed already. */
  isNew: boolean;
}

/** Rows whose links are completed later. They are kept on disk: there can be as many as there are texts. */
export class LinkingRows {
  readonly #folder: string;
  #round = 0;
  #files = new Map<string, { file: string; lines: number }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(name: string, { archived, written, isNew }: LinkingRow): Promise<void> {
    const linkFile = this.#files.get(name) ?? {
      file: path.join(this.#folder, `links-${this.#round}-${name}.ndjson`),
      lines: 0,
    };
    // One line each, because lines have a maximum length.
    for (const part of [{ isNew }, archived, written]) await appendFile(linkFile.file, `${await jsonOf(part)}\n`);
    this.#files.set(name, { ...linkFile, lines: linkFile.lines + 3 });
  }

  /** Takes all rows that were added. More can be added while they are read. */
  takeAll(): [name: string, rows: AsyncGenerator<LinkingRow>][] {
    const files = this.#files;
    this.#files = new Map();
    this.#round++;
    return [...files].map(([name, { file, lines }]) => [name, linkingRows(file, lines)]);
  }
}

async function* linkingRows(file: string, lines: number): AsyncGenerator<LinkingRow> {
  const parts: Row[] = [];
  for await (const part of readRows(file, lines)) {
    if (parts.push(part) < 3) continue;
    const [head = {}, archived = {}, written = {}] = parts.splice(0);
    yield { archived, written, isNew: head["isNew"] === true };
  }
}
