import * as z from "zod";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import { areBrowserKeys } from "#lib/web-push/encrypt-message.ts";
import type { PushSystem } from "./push-system.ts";

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
