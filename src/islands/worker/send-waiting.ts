import { addWaiting, listWaiting, removeWaiting } from "../offline/waiting-store.ts";
import type { Waiting } from "../offline/wire.ts";
import { askServer } from "./ask-server.ts";

/** Sends in order. A failure is tried again at the next contact. A refusal is final, and the person sees it. */
export async function sendWaiting(keeper: string, csrf: string): Promise<void> {
  const waiting = await listWaiting(keeper);
  for (const each of waiting.filter(({ isRefused }) => isRefused === undefined)) {
    const status = await send(keeper, csrf, each);
    if (status >= 200 && status < 300) await removeWaiting(keeper, each);
    else if (isTemporary(status)) return;
    else await addWaiting(keeper, { ...each, isRefused: true });
  }
}

/** 401: the session has ended meanwhile. */
const isTemporary = (status: number): boolean => status >= 500 || [401, 408, 429].includes(status);

/** Returns the status. 403 can mean the token of a session that has ended meanwhile: the second one is an answer. */
async function send(keeper: string, csrf: string, waiting: Waiting): Promise<number> {
  const status = await post(csrf, waiting);
  if (status !== 403) return status;
  const contact = await askServer([]);
  return contact?.keeper === keeper ? post(contact.csrf, waiting) : 401;
}

async function post(csrf: string, waiting: Waiting): Promise<number> {
  const { address, fields } = requestOf(waiting);
  const body = new URLSearchParams({ ...fields, csrf });
  const headers = { accept: "application/json" };
  return (await fetch(address, { method: "POST", body, headers, redirect: "manual" })).status;
}

function requestOf(waiting: Waiting): { address: string; fields: Record<string, string> } {
  const { kind, id, lecture, at } = waiting;
  if (kind === "note") {
    return { address: `${lecture}/notes/draft`, fields: { note: id, text: waiting.text, revision: "" } };
  }
  return { address: `${lecture}/progress`, fields: { id, kind, occurred_at: at } };
}
