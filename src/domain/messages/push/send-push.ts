import * as z from "zod";
import type { Database } from "#database/database.ts";
import { renderNotification } from "#domain/messages/notifications/render-notification.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { secondsOfQuiet } from "#lib/time/quiet-hours.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { FetchError } from "#lib/outbound/fetch-bytes.ts";
import { postBytes } from "#lib/outbound/post-bytes.ts";
import { isTimeZone } from "#lib/text/formats.ts";
import { encryptMessage } from "#lib/web-push/encrypt-message.ts";
import { authorizeSender, vapidKeyOf } from "#lib/web-push/vapid.ts";
import { type Device, isOnThisMachine, openDevice } from "./device.ts";
import { addPushJobs } from "./push-job.ts";
import { mayPushToThisMachine, type PushSystem } from "./push-system.ts";
import { findPushed, listDevices, type PushedNotification, storeDevice } from "./queries.ts";

const Payload = z.object({ siteId: z.string(), memberId: z.string(), notificationId: z.string() });

/** Seconds for which a push service keeps a message for a device that is off. */
const lifetime = 86_400;
/** Characters. Devices show two lines. */
const maxBody = 200;

/**
 * Sends a notification to the devices of its member, after the quiet hours. Throws if a push service failed: the next
 * attempt replaces what other devices already show.
 */
export async function sendPush(db: Database, payload: unknown, now: Date, push: PushSystem | undefined): Promise<void> {
  const { siteId, memberId, notificationId } = Payload.parse(payload);
  const site = push && (await findSite(db, siteId));
  if (!push || !site) return;
  const context = systemContext(db, site, now);
  const found = await findPushed(context, memberId, notificationId);
  if (!found) return;
  const delay = await quietFor(context, found);
  if (delay > 0) return addPushJobs(context, [{ id: notificationId, memberId }], delay);
  const message = messageOf(context, found);
  const outcomes = (await listDevices(context, memberId)).map(async ({ id, push: sealed }) => {
    const device = openDevice(push, sealed, { siteId, sessionId: id });
    const outcome = device ? await send(context, push, { device, message, notificationId }) : "gone";
    if (outcome === "gone") await storeDevice(context, id, null);
    return outcome;
  });
  const failure = (await Promise.all(outcomes)).find((outcome) => outcome instanceof Error);
  if (failure) throw failure;
}

/** Seconds to wait. A reminder of an event would be late. */
async function quietFor(context: Context, { topic, timeZone }: PushedNotification): Promise<number> {
  if (topic === "event_reminder") return 0;
  const school = await findSchool(context);
  const zone = timeZone && isTimeZone(timeZone) ? timeZone : school.timeZone;
  return secondsOfQuiet(settingsFrom(school.settings).notifications, zone, context.now);
}

/** The link leads to the inbox, which needs the session of the person. */
function messageOf({ site }: Context, row: PushedNotification): Buffer {
  const locale = mailLocale(row.locale, mailLocale(site.defaultLocale, locales[0]));
  const zone = row.timeZone && isTimeZone(row.timeZone) ? row.timeZone : undefined;
  const { title, body } = renderNotification(row, locale, zone);
  const shown = { title: title.slice(0, maxBody), body: shortened(body), lang: locale };
  return Buffer.from(JSON.stringify({ ...shown, tag: formatId("notification", row.id) }));
}

const shortened = (text: string): string =>
  text.length <= maxBody ? text : `${text.slice(0, maxBody - 1).trimEnd()}…`;

interface Sent {
  device: Device;
  message: Buffer;
  notificationId: string;
}

async function send(
  { site, now }: Context,
  push: PushSystem,
  { device, message, notificationId }: Sent,
): Promise<"sent" | "gone" | Error> {
  const endpoint = new URL(device.endpoint);
  const allowLoopback = isOnThisMachine(device.endpoint) && mayPushToThisMachine(push, site);
  const headers = {
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    ttl: String(lifetime),
    // Replaces the same message if it waits for the device (RFC 8030 §5.4).
    topic: formatId("notification", notificationId),
    authorization: authorizeSender(vapidKeyOf(device.sender), endpoint, { subject: site.origin, now }),
  };
  try {
    const body = encryptMessage(device, message);
    const { status } = await postBytes(endpoint, body, headers, { ...push.rules, allowLoopback });
    if (status >= 200 && status < 300) return "sent";
    if (status === 429 || status >= 500) return new Error(`The push service responded with ${status}.`);
    // The subscription has ended (404, 410), or the service does not accept this server for it.
    return "gone";
  } catch (error) {
    if (error instanceof FetchError) return error;
    throw error;
  }
}
