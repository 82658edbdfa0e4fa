import { formatId, parseId } from "#domain/platform/ids.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";
import type { Site } from "#domain/platform/site/site.ts";

/** Target of an unsubscribe link: one topic for one member of the site. */
export interface Unsubscription {
  memberId: string;
  topic: string;
}

/**
 * Signs the token, so that it needs no storage. It never expires: a holder of an old email can only unsubscribe with
 * it.
 */
export function signUnsubscription(key: Buffer, site: Site, { memberId, topic }: Unsubscription): string {
  const claim = `${formatId("member", memberId)}.${topic}`;
  return `${claim}.${sign(key, site, claim).toString("base64url")}`;
}

/** Verifies a token signed by this site; undefined if invalid. */
export function readUnsubscription(key: Buffer, site: Site, token: string): Unsubscription | undefined {
  const [member = "", topic = "", mac = "", ...more] = token.split(".");
  const input = Buffer.from(mac, "base64url");
  if (more.length > 0 || input.length !== macLength) return undefined;
  if (!isGenuine(key, input, (accepted) => sign(accepted, site, `${member}.${topic}`))) return undefined;
  const memberId = parseId("member", member);
  return memberId === undefined ? undefined : { memberId, topic };
}

const macLength = 32;

const sign = (key: Buffer, site: Site, claim: string): Buffer => macOf(key, `unsubscribe\n${site.id}\n${claim}`);
