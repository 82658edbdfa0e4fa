import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";
import type { OutboundRules } from "#lib/outbound/send-request.ts";
import { deriveVapidKey, type VapidKey } from "#lib/web-push/vapid.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import { areBrowserKeys } from "#lib/web-push/encrypt-message.ts";

/** Dependencies of notifications on devices. */
export interface PushSystem {
  /** Encrypts subscriptions, and derives the key that identifies a site to push services. */
  key: Buffer;
  /** Network rules for reaching push services, if they differ from the public internet. */
  rules?: OutboundRules;
  /** True if sites at loopback origins may use a push service on this machine: in development. */
  allowsLoopback?: boolean;
}

export const senderKeyOf = ({ key }: PushSystem, site: { id: string }): VapidKey =>
  deriveVapidKey(key, `web push ${site.id}`);

export const mayPushToThisMachine = ({ allowsLoopback = false }: PushSystem, site: { host: string }): boolean =>
  allowsLoopback && isLoopbackHost(site.host);

/** Throws `invalid_state` if this process sends nothing to devices. */
export function requirePush({ push }: Pick<Context, "push">): PushSystem {
  if (push) return push;
  throw new Problem("invalid_state", "Devices cannot be added from here: use the account page.");
}

declare module "#domain/platform/context.ts" {
  interface Services {
    /** Sends notifications to devices. Absent in programs other than the server. */
    push?: PushSystem | undefined;
  }
}

const Bytes = z
  .string()
  .max(200)
  .regex(/^[\w-]+={0,2}$/)
  .transform((text) => Buffer.from(text, "base64url"));

/** A subscription as a browser creates it (Push API). Its address is chosen by the browser, or by an attacker. */
export const Subscription = z
  .object({
    endpoint: z.url({ protocol: /^https?$/ }).max(1000),
    p256dh: Bytes,
    auth: Bytes,
  })
  .refine(areBrowserKeys, { path: ["p256dh"], message: "The keys must be those of a push subscription." });
export type Subscription = z.output<typeof Subscription>;

/** A subscription with the key of the sender that it was created for. */
export interface Device extends Subscription {
  sender: Buffer;
}

interface Place {
  siteId: string;
  sessionId: string;
}

const boxOf = ({ siteId, sessionId }: Place): string => `push subscription ${siteId} ${sessionId}`;

export function sealDevice({ key }: PushSystem, { endpoint, p256dh, auth, sender }: Device, place: Place): Buffer {
  const keys = [p256dh, auth, sender].map((bytes) => bytes.toString("base64url"));
  return seal(key, Buffer.from(JSON.stringify([endpoint, ...keys])), boxOf(place));
}

const Sealed = z.tuple([z.string(), Bytes, Bytes, Bytes]);

/** Undefined if a former key has sealed it, which is gone. */
export function openDevice({ key }: PushSystem, sealed: Buffer, place: Place): Device | undefined {
  try {
    const [endpoint, p256dh, auth, sender] = Sealed.parse(JSON.parse(open(key, sealed, boxOf(place)).toString()));
    return { endpoint, p256dh, auth, sender };
  } catch {
    return undefined;
  }
}
