import { FilePath } from "#domain/transfer/course-folder/file-path.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { decodePercent } from "#lib/text/decode-percent.ts";

/**
 * Files of a course by the keys under which Open edX stores and links them: each character that a key cannot have, and
 * each folder, is replaced by `_` (`StaticContent.compute_location`).
 */
export class AssetIndex {
  /** Files whose names have characters that paths of a course cannot have: their paths here, and those in the folder. */
  readonly renamed = new Map<string, string>();
  readonly #byPath = new Map<string, string>();
  readonly #byKey = new Map<string, string>();
  /** By key in lower case; undefined if several files have it. */
  readonly #byLowerKey = new Map<string, string | undefined>();
  readonly #plain = new Map<string, string>();

  /** `textOf` reads a file of the course. */
  constructor(files: readonly string[], textOf: (file: string) => string | undefined) {
    const names = files.filter((file) => file.startsWith(root)).map((file) => file.slice(root.length));
    for (const name of names) this.#byPath.set(normal(name), name);
    // A key of a whole path has priority over that of a name in a folder.
    for (const name of names) if (!this.#byKey.has(keyOf(name))) this.#byKey.set(keyOf(name), name);
    for (const [key, named] of files.includes(policyFile) ? namesIn(textOf(policyFile)) : []) {
      const name = this.#byPath.get(normal(named)) ?? this.#byKey.get(keyOf(named));
      if (name !== undefined && !this.#byKey.has(keyOf(key))) this.#byKey.set(keyOf(key), name);
    }
    for (const [key, name] of this.#byKey) {
      const lower = key.toLowerCase();
      const isOther = this.#byLowerKey.has(lower) && this.#byLowerKey.get(lower) !== name;
      this.#byLowerKey.set(lower, isOther ? undefined : name);
    }
    const taken = new Set(files);
    for (const file of files) {
      if (!file.startsWith(root) || FilePath.safeParse(file).success) continue;
      const plain = file.replaceAll(/[\p{Cc}\\:*?"<>|]/gu, "_");
      const free = taken.has(plain)
        ? `${root}${this.renamed.size + 1}_${plain.slice(plain.lastIndexOf("/") + 1)}`
        : plain;
      this.renamed.set(free, file);
      this.#plain.set(file, free);
    }
  }

  /** Returns the path in the course of the file with this name or key: `static/…`, in the form of Unicode NFC. */
  find(name: string): string | undefined {
    const plain = normal(name.replace(/^\/+/, ""));
    const found =
      this.#byPath.get(plain) ?? this.#byKey.get(keyOf(plain)) ?? this.#byLowerKey.get(keyOf(plain).toLowerCase());
    if (found === undefined) return undefined;
    return normal(this.#plain.get(`${root}${found}`) ?? `${root}${found}`);
  }
}

const root = "static/";
const policyFile = "policies/assets.json";

const normal = (name: string): string => name.normalize("NFC");

/** `[^\w.%-]` of Python, where `\w` has the letters and digits of all scripts. */
const keyOf = (name: string): string =>
  normal(name)
    .replaceAll("/", "_")
    .replaceAll(/[^\p{L}\p{N}_.%-]/gu, "_");

/** The stored names of files by their keys, as `policies/assets.json` lists them. */
function namesIn(text: string | undefined): [string, string][] {
  let policy: unknown;
  try {
    policy = JSON.parse(text ?? "{}");
  } catch {
    return [];
  }
  if (!isRecord(policy)) return [];
  return Object.entries(policy).flatMap(([key, fields]): [string, string][] => {
    if (!isRecord(fields)) return [];
    const { displayname, import_path: imported } = fields;
    return [imported, displayname].flatMap((name): [string, string][] =>
      typeof name === "string" ? [[key, name.replaceAll("\\", "_")]] : [],
    );
  });
}

/**
 * Returns the name of a file in an address of Open edX: `/static/a.png`, `/asset-v1:Org+Course+Run+type@asset+block@a.png`,
 * `/c4x/Org/Course/asset/a.png`, also with the host of a site. Undefined for other addresses.
 */
export function assetName(address: string): string | undefined {
  const path = address
    .trim()
    .replace(/^(https?:)?\/\/[^/?#]+(?=\/(asset-v1(:|%3A)|c4x\/))/i, "")
    .replace(/[?#].*/s, "");
  const [, name] =
    /^(?:\.\.\/|\.\/|\/)*static\/(.+)$/.exec(path) ??
    /^\/*asset-v1:[^/]*type(?:@|%40)(?:asset|thumbnail)(?:\+|%2B)block(?:@|%40|\/)(.+)$/i.exec(
      path.replace(/^(\/*asset-v1)%3A/i, "$1:"),
    ) ??
    /^\/*c4x\/[^/]+\/[^/]+\/(?:asset|thumbnail)\/(.+)$/.exec(path) ??
    [];
  return name === undefined ? undefined : decodePercent(name);
}

/** True if the address names a host: the file may be there if the course has none. */
export const hasHost = (address: string): boolean => /^(https?:)?\/\//i.test(address.trim());
