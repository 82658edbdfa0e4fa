import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { choose, listChoices } from "./queries.ts";
import { NotificationSubscription, offeredTopics, serializeSubscription } from "./subscription.ts";
import { type Channel, channels, isRequired, topics } from "./topics.ts";

export const listNotificationSubscriptions = operation({
  name: "listNotificationSubscriptions",
  summary: "List notification preferences",
  description: "One row per topic and channel.",
  access: { scope: "account:read" },
  writes: false,
  input: z.object({}),
  output: z.object({ data: z.array(NotificationSubscription) }),
  async run(context) {
    const [choices, offered] = await Promise.all([listChoices(context, memberOf(context.caller)), offeredBy(context)]);
    const chosen = new Map(choices.map((row) => [`${row.topic}.${row.channel}`, row]));
    return {
      data: offered.topics.flatMap((topic) =>
        offered.channels.map((channel) => serializeSubscription(topic, channel, chosen.get(`${topic}.${channel}`))),
      ),
    };
  },
});

export const updateNotificationSubscription = operation({
  name: "updateNotificationSubscription",
  summary: "Update a notification preference",
  access: { scope: "account:write" },
  writes: true,
  input: z.object({ topic: z.enum(topics), channel: z.enum(channels), enabled: z.boolean() }),
  output: NotificationSubscription,
  async run(context, choice) {
    const { topic, channel, enabled } = choice;
    const offered = await offeredBy(context);
    if (!offered.topics.includes(topic)) {
      throw notOffered("topic", offered.topics);
    }
    if (!offered.channels.includes(channel)) {
      throw notOffered("channel", offered.channels);
    }
    if (isRequired(topic)) {
      if (enabled) return serializeSubscription(topic, channel);
      const detail = "Notifications about the security of the account cannot be disabled.";
      throw validationFailed("/topic", "required", detail);
    }
    return serializeSubscription(topic, channel, await choose(context, memberOf(context.caller), choice));
  },
});

/** Each surface names the allowed values in its own way. */
function notOffered(field: "topic" | "channel", allowed: readonly string[]): Problem {
  const detail = `This site does not offer this ${field}.`;
  return new Problem("validation_failed", detail, {
    errors: [{ pointer: `/${field}`, code: "not_offered", detail }],
    allowed: [...allowed],
  });
}

/** Returns the available topics and channels of this site. */
async function offeredBy(context: Context) {
  const school = await findSchool(context);
  return { topics: offeredTopics(settingsFrom(school.settings)), channels: workingChannels(context) };
}

/** Push is not implemented, so it is not offered. */
const workingChannels = ({ mail }: Context): Channel[] => (mail ? ["inbox", "email"] : ["inbox"]);
