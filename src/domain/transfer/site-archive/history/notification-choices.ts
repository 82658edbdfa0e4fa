import * as z from "zod";
import { allChoices } from "#domain/messages/notifications/all-choices.ts";
import { choose } from "#domain/messages/notifications/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { notImported } from "./not-imported.ts";
import { restoredPart } from "./restored-part.ts";
import { storedRows } from "./stored-rows.ts";
import { channels, topics } from "#domain/messages/notifications/notification.ts";

const Choice = z.object({
  memberId: Id("member"),
  topic: z.enum(topics),
  channel: z.enum(channels),
  enabled: z.boolean(),
});

/** Topics that members enabled or disabled. */
export const notificationChoices = restoredPart({
  rows: (context) => storedRows(Choice, allChoices(context)),
  key: ["member_id", "topic", "channel"],
  schema: Choice,
  notCompared: [],
  async insert(context, { memberId, ...choice }) {
    if (!(await findMember(context, memberId))) throw notImported("/memberId", "member");
    await choose(context, memberId, choice);
    return `${formatId("member", memberId)} ${choice.topic} ${choice.channel}`;
  },
});
