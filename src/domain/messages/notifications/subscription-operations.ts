import * as z from "zod";
import { isViewed, memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { isOnThisMachine, mayBePublic } from "#lib/outbound/host-of-url.ts";
import {
  mayPushToThisMachine,
  requirePush,
  senderKeyOf,
  sealDevice,
  Subscription,
} from "#domain/messages/push/push-system.ts";
import { hasDevice, storeDevice } from "#domain/messages/push/queries.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { choose, listChoices } from "./queries.ts";
import { NotificationSubscription, offeredTopics, serializeSubscription } from "./subscription.ts";
import { type Channel, channels, isRequired, topics } from "./notification.ts";

export const listNotificationSubscriptions = operation({
  name: "listNotificationSubscriptions",
  summary: "List notification preferences",
  description: "One row per topic and channel.",
  reads: "account:read",
  input: z.object({}),
  output: z.object({ data: z.array(NotificationSubscription) }),
  async run(context) {
    const [choices, offered] = await Promise.all([listChoices(context, memberOf(context.caller)), offeredBy(context)]);
    const choiceByTopicAndChannel = new Map(choices.map((row) => [`${row.topic}.${row.channel}`, row]));
    return {
      data: offered.topics.flatMap((topic) =>
        offered.channels.map((channel) =>
          serializeSubscription(topic, channel, choiceByTopicAndChannel.get(`${topic}.${channel}`)),
        ),
      ),
    };
  },
});

export const updateNotificationSubscription = operation({
  name: "updateNotificationSubscription",
  summary: "Update a notification preference",
  writes: "account:write",
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
  unaudited: "security notifications cannot be turned off",
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

const workingChannels = ({ mail, push }: Context): Channel[] => [
  "inbox",
  ...(mail ? (["email"] as const) : []),
  ...(push ? (["push"] as const) : []),
];

export const showMyDevice = operation({
  name: "showMyDevice",
  summary: "Retrieve whether this browser shows notifications",
  reads: { only: ["session"] },
  input: z.object({}),
  output: z.custom<{ isOn: boolean; senderKey: Buffer } | null>(),
  async run(context) {
    const { push } = context;
    if (!push || isViewed(context.caller)) return null;
    const { sessionId } = requireSession(context);
    return { isOn: await hasDevice(context, sessionId), senderKey: senderKeyOf(push, context.site).publicKey };
  },
});

export const addMyDevice = operation({
  name: "addMyDevice",
  summary: "Show notifications on this browser, until it is signed out",
  writes: { only: ["session"] },
  input: Subscription,
  output: z.object({}),
  async run(context, subscription) {
    const push = requirePush(context);
    const { site } = context;
    const { sessionId } = requireSession(context);
    const { href, protocol, username, password } = new URL(subscription.endpoint);
    const isPermitted = isOnThisMachine(href)
      ? mayPushToThisMachine(push, site)
      : protocol === "https:" && mayBePublic(href);
    if (!isPermitted || username !== "" || password !== "") {
      const detail = "The address of the device must be one of https on the public internet.";
      throw validationFailed("/endpoint", "invalid", detail);
    }
    const sender = senderKeyOf(push, site).secret;
    await storeDevice(
      context,
      sessionId,
      sealDevice(push, { ...subscription, sender }, { siteId: site.id, sessionId }),
    );
    return {};
  },
  unaudited: "of no effect for others: it ends with the session",
});

export const removeMyDevice = operation({
  name: "removeMyDevice",
  summary: "Stop notifications on this browser",
  writes: { only: ["session"] },
  input: z.object({}),
  output: z.object({}),
  async run(context) {
    await storeDevice(context, requireSession(context).sessionId, null);
    return {};
  },
  unaudited: "of no effect for others",
});
