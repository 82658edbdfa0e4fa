import path from "node:path";
import type { SiteScope } from "#domain/platform/context.ts";
import type { FileRow } from "#domain/files/files/file.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Assigns file names in a course folder. Keeps the name from the site; duplicates get a number. */
export class FileNames {
  readonly #scope: SiteScope;
  readonly #paths = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** In order of request. */
  readonly files = new Map<string, FileRow>();

  constructor(scope: SiteScope) {
    this.#scope = scope;
  }

  async pathOf(id: string): Promise<string> {
    const assigned = this.#paths.get(id);
    if (assigned !== undefined) return assigned;
    const file = await findFile(this.#scope, id);
    if (!file)
      throw new Problem("not_found", `The course references the file ${formatId("file", id)}, which does not exist.`);
    const free = this.#freePath(file.filename);
    this.#paths.set(id, free);
    this.files.set(free, file);
    return free;
  }

  #freePath(filename: string): string {
    const safe = filename
      .normalize("NFC")
      .replace(/[\p{Cc}\\:*?"<>|/]/gu, "_")
      .replace(/^\.+$/, "_");
    const { name, ext } = path.parse(safe);
    for (let number = 1; ; number++) {
      const free = `files/${number === 1 ? safe : `${name}-${number}${ext}`}`;
      // Some file systems are case-insensitive.
      if (this.#taken.has(free.toLowerCase())) continue;
      this.#taken.add(free.toLowerCase());
      return free;
    }
  }
}
