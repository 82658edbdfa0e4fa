import * as z from "zod";
import type { Database } from "#database/database.ts";
import { renderNotification } from "#domain/messages/notifications/render-notification.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { secondsOfQuiet } from "#lib/time/quiet-hours.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { isOnThisMachine } from "#lib/outbound/host-of-url.ts";
import { FetchError } from "#lib/outbound/send-request.ts";
import { postBytes } from "#lib/outbound/post-bytes.ts";
import { isTimeZone } from "#lib/text/formats.ts";
import { encryptMessage } from "#lib/web-push/encrypt-message.ts";
import { authorizeSender, vapidKeyOf } from "#lib/web-push/vapid.ts";
import { addPushJobs, addPushRetry } from "./push-job.ts";
import { mayPushToThisMachine, type PushSystem, type Device, openDevice } from "./push-system.ts";
import { findPushed, listDevices, type PushedNotification, removeDevice } from "./queries.ts";

const Payload = z.object({
  siteId: z.string(),
  memberId: z.string(),
  notificationId: z.string(),
  /** Devices that failed, in an attempt after the first. */
  sessionIds: z.array(z.string()).optional(),
  attempt: z.number().int().default(0),
});

/** Seconds for which a push service keeps a message for a device that is off. */
const lifetimeSeconds = 86_400;
/** Devices show two lines. */
const maxBodyCharacters = 200;
/** Push services store the message and respond. */
const timeoutMs = 3000;

interface Options {
  now: Date;
  push: PushSystem | undefined;
  log: Pick<JobLog, "warn">;
}

/**
 * Sends a notification to the devices of its member, after the quiet hours. Devices whose push service failed get it
 * again, and only they.
 */
export async function sendPush(db: Database, payload: unknown, { now, push, log }: Options): Promise<void> {
  const { siteId, memberId, notificationId, sessionIds, attempt } = Payload.parse(payload);
  const site = push && (await findSite(db, siteId));
  if (!push || !site) return;
  const context = systemContext(db, site, now);
  const found = await findPushed(context, memberId, notificationId);
  if (!found) return;
  const delay = await quietFor(context, found);
  if (delay > 0) return addPushJobs(context, [{ id: notificationId, memberId }], delay);
  const message = messageOf(context, found);
  const all = await listDevices(context, memberId, found.roles);
  const devices = all.filter(({ id }) => sessionIds?.includes(id) ?? true);
  const outcomes = devices.map(async ({ id, push: sealed }) => {
    const device = openDevice(push, sealed, { siteId, sessionId: id });
    const outcome = device ? await send(context, push, { device, message, notificationId }) : "gone";
    if (outcome === "gone") await removeDevice(context, id, sealed);
    return { id, outcome };
  });
  const failed = (await Promise.all(outcomes)).filter(({ outcome }) => typeof outcome === "object");
  if (failed.length === 0) return;
  const reasons = [...new Set(failed.map(({ outcome }) => (typeof outcome === "object" ? outcome.failed : "")))];
  log.warn({ devices: failed.length, attempt, reasons }, "push services did not take a notification");
  const again = { sessionIds: failed.map(({ id }) => id), attempt: attempt + 1 };
  await addPushRetry(context, { id: notificationId, memberId }, again);
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
  const notification = { title: title.slice(0, maxBodyCharacters), body: shortened(body), lang: locale };
  return Buffer.from(JSON.stringify({ ...notification, tag: formatId("notification", row.id) }));
}

const shortened = (text: string): string =>
  text.length <= maxBodyCharacters ? text : `${text.slice(0, maxBodyCharacters - 1).trimEnd()}…`;

interface Sent {
  device: Device;
  message: Buffer;
  notificationId: string;
}

async function send(
  { site, now }: Context,
  push: PushSystem,
  { device, message, notificationId }: Sent,
): Promise<"sent" | "refused" | "gone" | { failed: string }> {
  const endpoint = new URL(device.endpoint);
  const allowLoopback = isOnThisMachine(device.endpoint) && mayPushToThisMachine(push, site);
  const headers = {
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    ttl: String(lifetimeSeconds),
    // Replaces the same message if it waits for the device (RFC 8030 §5.4).
    topic: formatId("notification", notificationId),
    authorization: authorizeSender(vapidKeyOf(device.sender), endpoint, { subject: site.origin, now }),
  };
  try {
    const body = encryptMessage(device, message);
    const rules = { timeoutMs, ...push.rules, allowLoopback, statusOnly: true };
    const { status } = await postBytes(endpoint, body, headers, rules);
    if (status >= 200 && status < 300) return "sent";
    // The subscription has ended (RFC 8030 §7.3).
    if (status === 404 || status === 410) return "gone";
    // Another attempt would not help. A wrong clock of this machine must not remove the devices of a school.
    return status === 429 || status >= 500 ? { failed: `status ${status}` } : "refused";
  } catch (error) {
    if (error instanceof FetchError) return { failed: error.message };
    throw error;
  }
}
