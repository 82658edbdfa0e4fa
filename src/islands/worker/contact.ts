import { copyCourse, removeCourse } from "../offline/copy-course.ts";
import { announceContact } from "../offline/contacts.ts";
import { alone, keepsSomething, openPresent, wipe, writeContents } from "../offline/kept-store.ts";
import type { Contact, KeptCourseList } from "../offline/wire.ts";
import { askServer } from "./ask-server.ts";
import { scope } from "./scope.ts";
import { sendWaiting } from "./send-waiting.ts";

/**
 * Asks the server whose browser this is, and which copies they may still read. Sends what waits, removes what was
 * withdrawn, and reads what has changed. Without a connection, it does nothing.
 */
export async function contact(): Promise<void> {
  const present = await openPresent();
  const slugs = present?.contents.courses.map(({ slug }) => slug) ?? [];
  const answer = await askServer(slugs);
  if (!answer) return;
  // Not within the lock: a page that copies must not delay it.
  const { keeper } = answer;
  const isOfOthers = await wipe(keeper);
  if (keeper === null || isOfOthers) await leave();
  if (keeper !== null) await alone(() => follow({ ...answer, keeper }, slugs));
  announceContact();
}

/** The person has signed out, or another one has signed in. The worker stays only for what still has to be sent. */
async function leave(): Promise<void> {
  const { registration } = scope;
  if ("pushManager" in registration) await (await registration.pushManager.getSubscription())?.unsubscribe();
  if (!(await keepsSomething())) await registration.unregister();
}

/** Follows the response for the courses `slugs`. A page may have kept others since the request. */
async function follow(
  { keeper, csrf, courses: versions }: Contact & { keeper: string },
  slugs: readonly string[],
): Promise<void> {
  await sendWaiting(keeper, csrf);
  const present = await openPresent();
  if (!present || present.contents.keeper !== keeper) return;
  const { cache } = present;
  let contents = { ...present.contents, contactAt: Date.now() };
  await writeContents(cache, contents);
  for (const { slug, version } of contents.courses.filter((course) => slugs.includes(course.slug))) {
    const current = versions[slug];
    if (current === undefined) contents = await removeCourse(cache, contents, slug);
    else if (current !== version) await update(slug, keeper);
  }
}

async function update(slug: string, keeper: string): Promise<void> {
  const response = await fetch(`/learn/${slug}/kept.json`, { cache: "no-store", redirect: "error" });
  if (!response.ok) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the server with the same type.
  const list = (await response.json()) as KeptCourseList;
  if (list.keeper === keeper) await copyCourse(list);
}
