import { settings } from "../settings.ts";
import { isRecord } from "./is-record.ts";

/** Form fields by the field of the resource that they belong to. */
export type Groups = Record<string, Record<string, string>>;

/** The server's answer to a saved draft. */
export interface Saved {
  /** False if another page of the same person has changed the draft: `fields` has what it says. */
  isSaved: boolean;
  revision: number;
  /** The version of the resource now. */
  version: number;
  /** True if there are unpublished changes. */
  isDraft: boolean;
  others: { name: string | null; isHere: boolean }[];
  fields?: Groups;
}

/** Why nothing was saved: it can be tried again, or only after the person has done something. */
export type Refusal = "unreachable" | "signedOut" | "gone" | "tooLong";

export interface Sent {
  writer: string;
  revision: number;
  shown: string;
  fields: Groups;
}

/** Bytes that a browser sends after the page has ended (Fetch §4.5). */
const maxLast = 60_000;

export async function sendDraft(address: string, sent: Sent, isLast = false): Promise<Saved | Refusal> {
  const body = JSON.stringify(sent);
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf-token": settings().csrf },
      // An ended session leads to sign-in, which is no answer.
      redirect: "manual",
      keepalive: isLast && body.length < maxLast,
      body,
    });
    if (response.type === "opaqueredirect" || response.status === 403) return "signedOut";
    if (response.status === 404) return "gone";
    if (response.status === 413 || response.status === 422) return "tooLong";
    const saved: unknown = response.ok ? await response.json() : undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `save-draft.ts` of the server.
    return isRecord(saved) ? (saved as unknown as Saved) : "unreachable";
  } catch {
    return "unreachable";
  }
}
