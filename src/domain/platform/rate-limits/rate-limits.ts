import { rows } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { digest } from "#lib/secret.ts";

/** So many in so many seconds, counted from the first one, by every process that shares the database. */
export interface Limit {
  name: string;
  most: number;
  seconds: number;
}

/** The state of one counter. */
export interface LimitCounter {
  count: number;
  expiresAt: Date;
}

/** Every limit of the installation that is counted exactly, in one place. */
export const limits = {
  signInPerAccountAndAddress: { name: "sign-in/account+address", most: 10, seconds: 900 },
  signInPerAddress: { name: "sign-in/address", most: 50, seconds: 900 },
  /** Beyond this an attempt only takes longer: nobody is locked out by strangers. */
  signInPerAccount: { name: "sign-in/account", most: 10, seconds: 900 },
  /** The same two limits, counted across all sites: an account is one account at every site. */
  signInPerAccountAndAddressAcrossSites: { name: "sign-in/account+address/all-sites", most: 10, seconds: 900 },
  signInPerAccountAcrossSites: { name: "sign-in/account/all-sites", most: 10, seconds: 900 },
  /** Requests that wait for their person: each is a row, and anybody may begin one. */
  authorizationPerAddress: { name: "authorization/address", most: 10_000, seconds: 900 },
  /** Each costs a hash and a mail; a class that signs up together in one room is let through. */
  signUpPerAddress: { name: "sign-up/address", most: 300, seconds: 3600 },
  passwordResetPerAddress: { name: "password-reset/address", most: 100, seconds: 3600 },
  /** Beyond this nothing more is sent, and nobody is told: the person has mails enough, each with a link that works. */
  mailPerRecipient: { name: "mail/recipient", most: 5, seconds: 3600 },
  /** Bytes of what is refused in the end lie there for a day. */
  handInPerMember: { name: "hand-in/member", most: 20, seconds: 3600 },
  /** Each may take an image to process, and sends events. */
  profilePerMember: { name: "profile/member", most: 20, seconds: 3600 },
  formPerMember: { name: "form/member", most: 60, seconds: 3600 },
  /** Each answer is a row, and anybody may send one; a class in one room is let through. */
  formPerAddress: { name: "form/address", most: 120, seconds: 3600 },
  /** Each is told to whoever subscribes to reviews, and some wait to be read by the staff. */
  reviewPerMember: { name: "review/member", most: 20, seconds: 3600 },
  /** Each sends a request to somebody else's server: few for a visitor, few for a host. */
  metadataFetchPerAddress: { name: "metadata-fetch/address", most: 120, seconds: 900 },
  metadataFetchPerHost: { name: "metadata-fetch/host", most: 300, seconds: 900 },
  /** A document that is known here counts for itself: nobody uses up its limit by asking for others at its host. */
  metadataFetchPerDocument: { name: "metadata-fetch/document", most: 5, seconds: 60 },
} as const satisfies Record<string, Limit>;

/**
 * Counts one more and says how many there are now, and when they are forgotten. It costs a statement, so it stands
 * only before work that costs far more (a password, a registration), never on the way of a token.
 */
export async function count({ db, site, now }: Context, limit: Limit, subject: string): Promise<LimitCounter> {
  const expiresAt = new Date(now.getTime() + limit.seconds * 1000);
  const fresh = { siteId: site.id, digest: keyOf(limit, subject), count: 1, expiresAt };
  const counter = await db.first<LimitCounter>`
    insert into rate_limits ${rows(fresh)}
    on conflict (site_id, digest) do update
    set count = case when rate_limits.expires_at > ${now} then rate_limits.count + 1 else 1 end,
        expires_at = case when rate_limits.expires_at > ${now} then rate_limits.expires_at else excluded.expires_at end
    returning count, expires_at`;
  return counter!;
}

/** Takes back what `count` counted: an attempt that turned out to be no failure. */
export async function uncount({ db, site, now }: Context, limit: Limit, subject: string): Promise<void> {
  await db.run`
    update rate_limits set count = greatest(count - 1, 0)
     where site_id = ${site.id} and digest = ${keyOf(limit, subject)} and expires_at > ${now}`;
}

export const keyOf = (limit: Limit, subject: string) => digest(`${limit.name}\n${subject}`);
