import { settings } from "../settings.ts";
import type { OutlineAnswer, OutlineReading } from "./outline-answer.ts";

const timeoutMs = 30_000;

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
  const { status, answer } = await send(address, fields);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the page, with the same type.
  return { status, answer: answer as Partial<OutlineAnswer> };
}

/** Reads what differs from the rows with these marks. */
export async function readOutline(address: string, marks: string): Promise<OutlineReading | undefined> {
  const { status, answer } = await send(address, { act: "read", marks });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `outline-reading.ts` of the server.
  return status === 200 ? (answer as OutlineReading) : undefined;
}

async function send(
  address: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ status: number; answer: unknown }> {
  const body = new URLSearchParams({ ...fields, csrf: settings().csrf, key: newKey() });
  try {
    const response = await fetch(address, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, answer: await response.json() };
  } catch {
    return { status: 0, answer: {} };
  }
}
