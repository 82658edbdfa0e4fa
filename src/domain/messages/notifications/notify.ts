import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { addPushJobs } from "#domain/messages/push/push-job.ts";
import { mailNews } from "./mail-news.ts";
import { type Addressed, type Channel, isOnByDefault, isRequired, type Topic, type News } from "./notification.ts";
import { insertNotifications, listRecipients, type Recipient } from "./queries.ts";
import { offeredTopics } from "./subscription.ts";

/**
 * Notifies one member unless they have switched the topic off. Runs in the transaction of the cause, so that both
 * commit or roll back together. Returns whether the member was notified.
 */
export const notify = async (context: Context, { topic, ...news }: Addressed & Pick<News, "topic">): Promise<boolean> =>
  (await notifyMany(context, topic, [news])) === 1;

/**
 * Notifies people about one topic on their chosen channels: the inbox immediately, mail and devices after the commit. Skips
 * recipients of the same cause. Returns the number of notified people.
 */
export async function notifyMany(context: Context, topic: Topic, all: readonly Addressed[]): Promise<number> {
  if (all.length === 0 || context.tells?.notices === false || !(await isOffered(context, topic))) return 0;
  const people = new Map((await listRecipients(context, topic, idsOf(all))).map((person) => [person.memberId, person]));
  const recipients = all.flatMap((news) => {
    const person = people.get(news.memberId);
    if (!person) return [];
    const inInbox = wants(person.inbox, topic, "inbox");
    const byMail = news.inInboxOnly !== true && isReachable(context, person) && wants(person.byMail, topic, "email");
    // A device leads to the inbox.
    const onDevices = inInbox && person.hasDevice && wants(person.onDevices, topic, "push");
    return inInbox || byMail ? [{ ...news, topic, id: newId(), person, inInbox, byMail, onDevices }] : [];
  });
  if (recipients.length === 0) return 0;
  const notified = new Set(await insertNotifications(context, topic, recipients));
  await mailNews(
    context,
    recipients.filter(({ id, byMail }) => byMail && notified.has(id)),
  );
  await addPushJobs(
    context,
    recipients.filter(({ id, onDevices }) => onDevices && notified.has(id)),
  );
  return notified.size;
}

const isOffered = async (context: Context, topic: Topic): Promise<boolean> =>
  isRequired(topic) || offeredTopics(settingsFrom((await findSchool(context)).settings)).includes(topic);

const idsOf = (all: readonly Addressed[]): string[] => [...new Set(all.map(({ memberId }) => memberId))];

const wants = (choice: boolean | null, topic: Topic, channel: Channel): boolean =>
  isRequired(topic) || (choice ?? isOnByDefault(topic, channel));

/** An unverified address, or that of a pending invitation, may belong to a stranger. */
const isReachable = ({ mail }: Context, { isVerified }: Recipient): boolean => mail !== undefined && isVerified;
