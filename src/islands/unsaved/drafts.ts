import { settings } from "../settings.ts";

/** Unsaved input of a form. */
export interface Draft {
  /** Named in the cookie of the server once it is saved. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The version of the resource that the form showed. */
  version: string;
  /** Changed values by the name of their field. */
  fields: Record<string, string>;
  /** The revision of the draft on the server that they continue, if the form has one. */
  revision?: number;
}

const prefix = "lectern-draft";
const maxAge = 7 * 86_400_000;
const maxDrafts = 20;
/** Characters of one draft. Browsers keep about five million for a site. */
const maxLength = 400_000;

const keyOf = (address: string): string => `${prefix} ${settings().person} ${address}`;

export function readDraft(address: string): Draft | undefined {
  return parse(stored()?.getItem(keyOf(address)));
}

/** Returns false if the browser does not keep the draft. */
export function writeDraft(address: string, draft: Draft): boolean {
  const text = JSON.stringify(draft);
  if (text.length > maxLength) return false;
  try {
    // Synchronous, so that the text outlives a page that ends at the next moment.
    localStorage.setItem(keyOf(address), text);
    return true;
  } catch {
    // No storage, or no room in it.
    return false;
  }
}

export const removeDraft = (address: string): void => stored()?.removeItem(keyOf(address));

/** Removes drafts of other people, drafts that were saved, that are old, and the oldest beyond the maximum. */
export function removeEndedDrafts(): void {
  const saved = takeSavedIds();
  const ownPrefix = keyOf("");
  const drafts = draftKeys()
    .map((key) => ({ key, draft: parse(stored()?.getItem(key)) }))
    .sort((one, other) => (other.draft?.at ?? 0) - (one.draft?.at ?? 0));
  for (const [index, { key, draft }] of drafts.entries()) {
    const isKept =
      draft && key.startsWith(ownPrefix) && index < maxDrafts && Date.now() - draft.at < maxAge && !saved.has(draft.id);
    if (!isKept) stored()?.removeItem(key);
  }
}

/** The drafts of every person who uses this browser. A person whose session has expired must not leave texts to the next. */
const draftKeys = (): string[] => Object.keys(stored() ?? {}).filter((key) => key.startsWith(`${prefix} `));

/** The server lists the drafts that it has saved in a cookie. */
function takeSavedIds(): ReadonlySet<string> {
  const { savedCookie } = settings();
  const [, value = ""] =
    document.cookie
      .split("; ")
      .map((pair) => pair.split("="))
      .find(([name]) => name === savedCookie) ?? [];
  if (value === "") return new Set();
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // oxlint-disable-next-line unicorn/no-document-cookie -- The other interface is missing in some browsers.
  document.cookie = `${savedCookie}=; Max-Age=0; Path=/; SameSite=Lax${secure}`;
  return new Set(value.split("."));
}

function parse(text: string | null | undefined): Draft | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written below this prefix by this module only.
    return text ? (JSON.parse(text) as Draft) : undefined;
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
