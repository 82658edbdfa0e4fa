import { settings } from "../settings.ts";
import type { OutlineAnswer } from "./outline-answer.ts";

/** Milliseconds after which a request counts as failed. */
const timeout = 30_000;

/** The answer of the server, with the status; 0 without a connection. */
export interface Reply {
  status: number;
  answer: Partial<OutlineAnswer>;
}

let sent = 0;

/** A name for one submission, by which a repetition is recognized. */
const newKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}-${sent++}`;

/** Sends the same form as the page without scripts. */
export async function sendAct(address: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const body = new URLSearchParams({ ...fields, csrf: settings().csrf, key: newKey() });
  try {
    const response = await fetch(address, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the page, with the same type.
    const answer = (await response.json()) as Partial<OutlineAnswer>;
    return { status: response.status, answer };
  } catch {
    return { status: 0, answer: {} };
  }
}

/** Reads the outline again, as the page shows it. */
export async function readOutline(address: string): Promise<HTMLElement | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout), redirect: "error" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.querySelector<HTMLElement>("l-outline") ?? undefined;
  } catch {
    return undefined;
  }
}
