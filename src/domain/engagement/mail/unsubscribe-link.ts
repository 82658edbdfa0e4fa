import { createHmac, timingSafeEqual } from "node:crypto";
import { formatId, parseId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/site/sites/site.ts";

/** What a link switches off: the mail about one topic, for one member of the site. */
export interface Unsubscription {
  memberId: string;
  topic: string;
}

/**
 * Signed, so that nothing need be stored for mails that are never unsubscribed from. It does not end: whoever finds it
 * in an old mail wants no more of them, and it is good for nothing else.
 */
export function signUnsubscription(key: Buffer, site: Site, { memberId, topic }: Unsubscription): string {
  const claim = `${formatId("member", memberId)}.${topic}`;
  return `${claim}.${macOf(key, site, claim).toString("base64url")}`;
}

/** What the site has signed, or undefined. */
export function readUnsubscription(key: Buffer, site: Site, token: string): Unsubscription | undefined {
  const [member = "", topic = "", mac = "", ...more] = token.split(".");
  const given = Buffer.from(mac, "base64url");
  const expected = macOf(key, site, `${member}.${topic}`);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const memberId = parseId("member", member);
  return memberId === undefined ? undefined : { memberId, topic };
}

const macOf = (key: Buffer, site: Site, claim: string): Buffer =>
  createHmac("sha256", key).update(`unsubscribe\n${site.id}\n${claim}`).digest();
