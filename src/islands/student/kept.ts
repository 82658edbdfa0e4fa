import type { Groups } from "./saved-on-server.ts";

/** Values that the server did not have yet, and the revision that they continue. */
export interface KeptWork {
  revision: string;
  groups: Groups;
}

/** An entry in the storage of the browser. */
interface Entry {
  /** Milliseconds since 1970. */
  at: number;
  value: KeptWork;
}

const prefix = "lectern-work";
const maxAge = 7 * 86_400_000;
const maxEntries = 50;
/** Characters of one entry. Browsers keep about five million for a site. */
const maxLength = 400_000;

const keyOf = (keeper: string, subject: string): string => `${prefix} ${keeper} ${subject}`;

/** Returns false if the browser keeps nothing. */
export function keep(keeper: string, subject: string, value: KeptWork): boolean {
  const text = JSON.stringify({ at: Date.now(), value });
  if (text.length > maxLength) return false;
  try {
    // Synchronous, so that it outlives a page that ends at the next moment.
    localStorage.setItem(keyOf(keeper, subject), text);
    return true;
  } catch {
    // No storage, or no room in it.
    return false;
  }
}

export const readKept = (keeper: string, subject: string): KeptWork | undefined =>
  parse(stored()?.getItem(keyOf(keeper, subject)))?.value;

export const forget = (keeper: string, subject: string): void => stored()?.removeItem(keyOf(keeper, subject));

/** Removes texts that other people left in this browser, expired ones, and the oldest beyond the maximum. */
export function removeEnded(keeper: string): void {
  const storage = stored();
  if (!storage) return;
  const entries = Object.keys(storage)
    .filter((key) => key.startsWith(`${prefix} `))
    .map((key) => ({ key, at: parse(storage.getItem(key))?.at ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const [index, { key, at }] of entries.entries()) {
    const isKept = key.startsWith(keyOf(keeper, "")) && index < maxEntries && Date.now() - at < maxAge;
    if (!isKept) storage.removeItem(key);
  }
}

/** Removes the comments that the server has, which it names in a cookie. */
export function takeSaved(keeper: string, cookie: string): void {
  const [, value = ""] =
    document.cookie
      .split("; ")
      .map((pair) => pair.split("="))
      .find(([name]) => name === cookie) ?? [];
  // Work has the revision of its draft, which is empty before the first save.
  const saved = new Set(value.split(".").filter((id) => id !== ""));
  const storage = stored();
  for (const key of Object.keys(storage ?? {})) {
    if (!key.startsWith(keyOf(keeper, ""))) continue;
    const revision = parse(storage?.getItem(key))?.value.revision;
    if (revision !== undefined && saved.has(revision)) storage?.removeItem(key);
  }
}

function parse(text: string | null | undefined): Entry | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written below this prefix by this module only.
    return text ? (JSON.parse(text) as Entry) : undefined;
  } catch {
    return undefined;
  }
}

/** Some browsers refuse storage, for example in private windows. */
function stored(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
