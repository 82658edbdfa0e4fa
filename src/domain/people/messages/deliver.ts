import { mailNews } from "#domain/messages/notifications/mail-news.ts";
import { insertNotifications, listRecipients, type Recipient } from "#domain/messages/notifications/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { newId } from "#domain/platform/ids.ts";
import { htmlForMail, textForInbox } from "./mail-body.ts";
import { insertRecipients, listSuppressed, type Outcomes, type RecipientRow } from "./queries.ts";
import { isOnByDefault, type Topic } from "#domain/messages/notifications/notification.ts";

/** The topic by which members choose channels, and which they unsubscribe from. */
export const topic: Topic & "announcement" = "announcement";

interface Written {
  id: string;
  subject: string;
  bodyMarkdown: string;
  bodyHtml: string;
}

/** The inbox keeps messages whose email could not be delivered. */
const lifetimeMs = 3 * 86_400_000;

/**
 * Delivers a message to members on the channels that they chose, each once: the rows of recipients, their
 * notifications and their queued emails commit together. Requires a transaction.
 */
export async function deliverTo(context: Context, message: Written, memberIds: readonly string[]): Promise<Outcomes> {
  const people = memberIds.length === 0 ? [] : await listRecipients(context, topic, memberIds);
  const suppressed = await listSuppressed(
    context,
    people.map(({ email }) => email),
  );
  const planned = people.map((person) => ({ person, row: rowOf(context, person, suppressed) }));
  const isNew = new Set(
    await insertRecipients(
      context,
      message.id,
      planned.map(({ row }) => row),
    ),
  );
  const reached = planned.filter(({ row }) => isNew.has(row.memberId));
  const written = writtenIn(message, context.site.origin);
  const news = reached.map(({ person, row }) => ({
    id: newId(),
    topic,
    memberId: row.memberId,
    person,
    row,
    ...written,
  }));
  await insertNotifications(
    context,
    topic,
    news.filter(({ row }) => row.inInbox).map((one) => ({ ...one, inInbox: true })),
  );
  const until = new Date(context.now.getTime() + lifetimeMs);
  await mailNews(
    context,
    news.filter(({ row }) => row.email === "sent").map((one) => ({ ...one, until })),
  );
  const count = (email: RecipientRow["email"]) => reached.filter(({ row }) => row.email === email).length;
  return {
    emailed: count("sent"),
    unsubscribed: count("unsubscribed"),
    unreachable: count("unreachable"),
    inbox: reached.filter(({ row }) => row.inInbox).length,
  };
}

/** The notification of a message, and the text of its email. */
export const writtenIn = ({ id, subject, bodyMarkdown, bodyHtml }: Written, origin: string) => ({
  content: { title: subject, body: textForInbox(bodyHtml) },
  cause: `message:${id}`,
  written: { html: htmlForMail(bodyHtml, origin), text: bodyMarkdown },
});

function rowOf({ mail }: Context, person: Recipient, suppressed: ReadonlySet<string>): RecipientRow {
  const { memberId, isVerified } = person;
  const isReachable = mail !== undefined && isVerified && !suppressed.has(emailKey(person.email));
  return {
    memberId,
    email: (person.byMail ?? isOnByDefault(topic, "email")) ? (isReachable ? "sent" : "unreachable") : "unsubscribed",
    inInbox: person.inbox ?? isOnByDefault(topic, "inbox"),
  };
}
