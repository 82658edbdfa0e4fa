import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { LinkTarget } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { isOneLine } from "#lib/text/one-line.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { requireMember } from "#domain/people/members/queries.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

const announcement = {
  topic: z.literal("announcement").default("announcement"),
  title: trimmed().min(1).max(200).refine(isOneLine, "A title must be a single line."),
  body: trimmed().min(1).max(2000).meta({ description: "Plain text" }),
  url: LinkTarget.nullable().default(null),
};

export const sendMemberNotification = operation({
  name: "sendMemberNotification",
  summary: "Send a notification to a member",
  description: "Uses the channels that the member chose for announcements.",
  writes: "members:write",
  input: z.object({ id: Id("member"), ...announcement }),
  output: z.object({
    object: z.literal("member_notification"),
    memberId: Id("member"),
    ...announcement,
    told: z.boolean().meta({ description: "False if the member has disabled announcements or is suspended" }),
  }),
  async run(context, { id, topic, title, body, url }) {
    await requireMember(context, id);
    const news = { topic, content: { title, body }, ...(url !== null && { link: url }) };
    const isNotified = await notify(context, { ...news, memberId: id });
    return { object: "member_notification" as const, memberId: id, topic, title, body, url, told: isNotified };
  },
  audit: ({ id }) => about("member", id),
});
