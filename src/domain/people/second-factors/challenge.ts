import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { withRandomBytes } from "#lib/ids/random.ts";
import { digest } from "#lib/secrets/secret.ts";
import { requireFactors } from "./factor-system.ts";

/** The ceremony of a challenge, and the browser in which it began. */
export interface Ceremony {
  /** Secret of the browser's own cookie. */
  browser: string;
  /** A challenge of one purpose fits no other: it names the member or session that it is for. */
  purpose: "sign-in" | `second-step ${string}` | `add ${string}` | `confirm ${string}`;
}

const randomLength = 16;
const timeLength = 6;
const contentLength = randomLength + timeLength;

/** A sign-in page can be open for a while before its reader chooses a passkey. */
const lifetimeMs = 60 * 60_000;

/**
 * Creates a challenge that needs no row: random bytes and an expiry, authenticated for this site, browser and ceremony.
 * Only used ones are stored, so that pages for visitors write nothing.
 */
export function newChallenge(context: Context, ceremony: Ceremony): string {
  const time = Buffer.alloc(timeLength);
  time.writeUIntBE(context.now.getTime() + lifetimeMs, 0, timeLength);
  const content = withRandomBytes(randomLength, (bytes) => Buffer.concat([bytes, time]));
  return Buffer.concat([content, tagOf(context, ceremony, content)]).toString("base64url");
}

/** Returns whether this server created the challenge for this ceremony, and it has not expired. */
export function isOwnChallenge(context: Context, ceremony: Ceremony, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  const content = bytes.subarray(0, contentLength);
  const expected = tagOf(context, ceremony, content);
  const tag = bytes.subarray(contentLength);
  if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) return false;
  return expiryOf(content) > context.now.getTime();
}

/** Spends a challenge. Of two requests with the same one, only the first succeeds. */
export async function spendChallenge({ db, site }: Context, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, "base64url");
  const expiresAt = new Date(expiryOf(bytes.subarray(0, contentLength)));
  // The bytes, not the text: base64url has several texts for some bytes.
  const row = { siteId: site.id, digest: digest(bytes.toString("base64url")), expiresAt };
  return (await db.run`insert into spent_challenges ${rows(row)} on conflict (site_id, digest) do nothing`) === 1;
}

const expiryOf = (content: Buffer): number => content.readUIntBE(randomLength, timeLength);

function tagOf(context: Context, { browser, purpose }: Ceremony, content: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", requireFactors(context).key, "", "lectern passkey challenge", 32));
  const ceremonyText = `${context.site.id}\n${browser}\n${purpose}\n`;
  return createHmac("sha256", key).update(ceremonyText).update(content).digest();
}
