import { copyCourse, removeCourse } from "../offline/copy-course.ts";
import { alone, listWaiting, openPresent, removeWaiting, wipe, writeContents } from "../offline/kept-store.ts";
import type { Contact, KeptCourseList, Waiting } from "../offline/wire.ts";
import { scope } from "./scope.ts";

/**
 * Asks the server whose copies these are, and which they may still read. Sends what waits, removes what was withdrawn,
 * and reads what has changed. Without a connection, it does nothing.
 */
export async function contact(): Promise<void> {
  const present = await openPresent();
  if (!present) return;
  const { courses } = present.contents;
  const query = new URLSearchParams(courses.map(({ slug }) => ["course", slug]));
  const response = await fetch(`/learn/kept.json?${query.toString()}`, { cache: "no-store", redirect: "error" });
  if (response.status !== 200) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the server with the same type.
  const said = (await response.json()) as Contact;
  // Not within the lock: a page that copies must not delay it.
  if (said.keeper !== present.contents.keeper) return leave();
  await alone(() => follow(said));
}

/** The person has signed out, or another one has signed in. */
async function leave(): Promise<void> {
  await wipe();
  await scope.registration.unregister();
}

async function follow(said: Contact): Promise<void> {
  const present = await openPresent();
  if (!present || present.contents.keeper !== said.keeper) return;
  const { cache } = present;
  await sendWaiting(cache, said.csrf);
  let contents = { ...present.contents, contactAt: Date.now() };
  await writeContents(cache, contents);
  for (const { slug, version } of contents.courses) {
    const current = said.courses[slug];
    if (current === undefined) contents = await removeCourse(cache, contents, slug);
    else if (current !== version) await update(slug, said.keeper);
  }
}

async function update(slug: string, keeper: string): Promise<void> {
  const response = await fetch(`/learn/${slug}/kept.json`, { cache: "no-store", redirect: "error" });
  if (!response.ok) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the server with the same type.
  const list = (await response.json()) as KeptCourseList;
  if (list.keeper === keeper) await copyCourse(list);
}

/** Sends in order. A refusal is final, a failure is tried again at the next contact. */
async function sendWaiting(cache: Cache, csrf: string): Promise<void> {
  for (const waiting of await listWaiting(cache)) {
    const { address, fields } = requestOf(waiting);
    const body = new URLSearchParams({ ...fields, csrf });
    const headers = { accept: "application/json" };
    const { ok, status } = await fetch(address, { method: "POST", body, headers, redirect: "error" });
    // 401 and 403: the session or the token has ended meanwhile.
    if (!ok && (status >= 500 || status === 429 || status === 401 || status === 403)) return;
    await removeWaiting(cache, waiting);
  }
}

function requestOf(waiting: Waiting): { address: string; fields: Record<string, string> } {
  const { kind, id, lecture, at } = waiting;
  if (kind === "note") {
    return { address: `${lecture}/notes/draft`, fields: { note: id, text: waiting.text, revision: "" } };
  }
  return { address: `${lecture}/progress`, fields: { id, kind, occurred_at: at } };
}
