import * as z from "zod";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { choose } from "./queries.ts";
import { type Topic, topics } from "./notification.ts";

const aLink = z.object({ link: z.string().max(500) });

/** Returns the topic of a mailed unsubscribe link, for any holder; undefined for an invalid one. */
export function topicOfLink(context: Context, link: string): Topic | undefined {
  return read(context, link)?.topic;
}

export const unsubscribeFromMail = operation({
  name: "unsubscribeFromMail",
  summary: "Unsubscribe from a topic by the link in an email",
  writes: forAnyone,
  input: aLink,
  output: z.object({ topic: z.enum(topics) }),
  async run(context, { link }) {
    const unsubscription = read(context, link);
    if (!unsubscription) throw new Problem("not_found", "The unsubscribe link is invalid, or belongs to another site.");
    const { memberId, topic } = unsubscription;
    await choose(context, memberId, { topic, channel: "email", enabled: false });
    return { topic };
  },
  unaudited: "security notifications cannot be turned off",
});

function read({ mail, site }: Context, link: string): { memberId: string; topic: Topic } | undefined {
  const signed = mail?.readUnsubscription(site, link);
  const topic = topics.find((known) => known === signed?.topic);
  return signed && topic && { memberId: signed.memberId, topic };
}
