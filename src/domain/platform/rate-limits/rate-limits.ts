import { rows, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Network } from "#lib/network.ts";
import { digest } from "#lib/secrets/secret.ts";

/**
 * A rate limit: a maximum per window in seconds. The window starts with the first request and is shared by all
 * processes on the database.
 */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
}

/** The subject of a limit. A limit per address counts the network of the client. */
export type SubjectOf<L extends Limit> = L["name"] extends `${string}/address` | `${string}/address/${string}`
  ? Network
  : string;

type Scope = Pick<Context, "db" | "now"> & { site: Pick<Context["site"], "id"> };

/** The state of one counter. */
export interface LimitCounter {
  count: number;
  expiresAt: Date;
}

/** All limits of the installation that are counted exactly. */
export const limits = {
  signInPerAccountAndAddress: { name: "sign-in/account+address", max: 10, seconds: 900 },
  signInPerAddress: { name: "sign-in/address", max: 50, seconds: 900 },
  /** Beyond this, attempts only get slower, so that strangers cannot lock an account. */
  signInPerAccount: { name: "sign-in/account", max: 10, seconds: 900 },
  /** The same two limits across all sites, because an account is valid at every site. */
  signInPerAccountAndAddressAcrossSites: { name: "sign-in/account+address/all-sites", max: 10, seconds: 900 },
  signInPerAccountAcrossSites: { name: "sign-in/account/all-sites", max: 10, seconds: 900 },
  /** Codes of second factors. A code of six digits is right by chance once in 333,333 attempts. */
  codePerMemberAndAddress: { name: "code/member+address", max: 10, seconds: 900 },
  /** Each verifies a signature. High enough for a class that signs in from one room. */
  passkeyPerAddress: { name: "passkey/address", max: 600, seconds: 900 },
  codePerMember: { name: "code/member", max: 50, seconds: 86_400 },
  /** Pending authorization requests: each is a row, and anyone can start one. */
  authorizationPerAddress: { name: "authorization/address", max: 10_000, seconds: 900 },
  /** Each sign-up costs a password hash and an email. High enough for a class that signs up from one room. */
  signUpPerAddress: { name: "sign-up/address", max: 300, seconds: 3600 },
  /** Sign-ins at identity providers: each is a row, and asks the provider. High enough for a class in one room. */
  providerSignInPerAddress: { name: "provider-sign-in/address", max: 600, seconds: 900 },
  /** Messages that browsers carry from SAML providers, and logouts: each can verify a signature. */
  providerMessagePerAddress: { name: "provider-message/address", max: 600, seconds: 900 },
  /** Requests of codes that sign people in by email. High enough for a class that signs in from one room. */
  signInCodePerAddress: { name: "sign-in-code/address", max: 300, seconds: 3600 },
  /** Beyond these, mail is silently dropped: from one network, and from strange browsers in all. */
  codeMailPerRecipientAndAddress: { name: "code-mail/recipient+address", max: 5, seconds: 3600 },
  codeMailPerRecipient: { name: "code-mail/recipient", max: 15, seconds: 3600 },
  /** Browsers that the person has used, independent of strangers who ask for codes. */
  codeMailPerKnownBrowser: { name: "code-mail/known-browser", max: 10, seconds: 3600 },
  /** Wrong digits. High enough for a class in one room. */
  digitsPerAddress: { name: "sign-in-digits/address", max: 100, seconds: 900 },
  /**
   * Wrong digits across all codes of an account, in a week: one in 50,000 accounts that are attacked all week is guessed.
   * Beyond it, digits are refused and the mailed link works.
   */
  digitsPerAccount: { name: "sign-in-digits/account", max: 20, seconds: 7 * 86_400 },
  /** The same for all accounts of a site, so that many accounts give no more guesses. */
  digitsPerSite: { name: "sign-in-digits/site", max: 500, seconds: 86_400 },
  passwordResetPerAddress: { name: "password-reset/address", max: 100, seconds: 3600 },
  /** Beyond this, mail is silently dropped; the recipient already has emails with working links. */
  mailPerRecipient: { name: "mail/recipient", max: 5, seconds: 3600 },
  /** Tests of messages that staff send to themselves. */
  messageTestPerMember: { name: "message-test/member", max: 30, seconds: 3600 },
  /** The same limits across all sites: more sites give an attacker no more attempts. */
  signUpPerAddressAcrossSites: { name: "sign-up/address/all-sites", max: 900, seconds: 3600 },
  passwordResetPerAddressAcrossSites: { name: "password-reset/address/all-sites", max: 300, seconds: 3600 },
  signInCodePerAddressAcrossSites: { name: "sign-in-code/address/all-sites", max: 900, seconds: 3600 },
  mailPerRecipientAcrossSites: { name: "mail/recipient/all-sites", max: 10, seconds: 3600 },
  /** Notices about attempts of others, which must not flood a person. */
  newDeviceMailPerMember: { name: "new-device-mail/member", max: 5, seconds: 86_400 },
  copiedPasskeyMailPerMember: { name: "copied-passkey-mail/member", max: 1, seconds: 86_400 },
  /** Delivered whatever other sites sent, so that they cannot keep a person from signing in at their own site. */
  signInMailPerRecipient: { name: "mail/recipient/sign-in", max: 1, seconds: 3600 },
  /** Bytes of rejected uploads stay stored for a day. */
  handInPerMember: { name: "hand-in/member", max: 20, seconds: 3600 },
  /** Each may take an image to process, and sends events. */
  profilePerMember: { name: "profile/member", max: 20, seconds: 3600 },
  /** Changes of language, theme and time zone. */
  preferencesPerMember: { name: "preferences/member", max: 120, seconds: 3600 },
  formPerMember: { name: "form/member", max: 60, seconds: 3600 },
  /** Each response is a row, and anyone can send one. High enough for a class in one room. */
  formPerAddress: { name: "form/address", max: 120, seconds: 3600 },
  /** Enrolling in free courses, registering for free events, getting free products and memberships. */
  selfServicePerMember: { name: "self-service/member", max: 60, seconds: 3600 },
  /** Orders without an account: each adds a guest, and reserves a seat until its deadline. */
  guestOrderPerAddress: { name: "guest-order/address", max: 30, seconds: 3600 },
  guestOrderPerRecipient: { name: "guest-order/recipient", max: 5, seconds: 3600 },
  guestOrderPerSite: { name: "guest-order/site", max: 1000, seconds: 3600 },
  /** Emails of one gift, so that a buyer cannot flood a mailbox. */
  giftMailPerRecipient: { name: "gift-mail/recipient", max: 5, seconds: 3600 },
  /** Each keeps a time of a lecturer from others for half an hour. */
  heldSessionPerMember: { name: "held-session/member", max: 10, seconds: 3600 },
  heldSessionPerAddress: { name: "held-session/address", max: 12, seconds: 3600 },
  /** Codes of coupons can be guessed. */
  couponPerAddress: { name: "coupon/address", max: 30, seconds: 900 },
  /** Addresses in dry runs of lecturers, which show who is a member. More than the maximum of two bulk requests. */
  lookupPerMember: { name: "lookup/member", max: 400, seconds: 3600 },
  /** Each download of a list reads all of its rows. */
  listDownloadPerMember: { name: "list-download/member", max: 30, seconds: 3600 },
  /** Each renders two texts of up to 200,000 characters. An editor compares once for each text that it opens. */
  textComparisonPerMember: { name: "text-comparison/member", max: 600, seconds: 3600 },
  /** Each compares a draft with its lecture. An editor that is open for a day saves every second at most. */
  draftPerMember: { name: "draft/member", max: 3600, seconds: 3600 },
  /** Each mails a link to an address that the member names. */
  ownMergePerMember: { name: "own-merge/member", max: 10, seconds: 86_400 },
  /** A page saves every three seconds at most while a student writes. Two devices may write at a time. */
  workDraftPerMember: { name: "work-draft/member", max: 3600, seconds: 3600 },
  /** Each has up to five files. Bytes of rejected ones stay stored for a day. */
  workDraftFilesPerMember: { name: "work-draft-files/member", max: 60, seconds: 3600 },
  /** As drafts of work: a page saves while a student writes. */
  lectureNotePerMember: { name: "lecture-note/member", max: 3600, seconds: 3600 },
  /** Each reads all notes of the member, or all lectures of a course. */
  noteSearchPerMember: { name: "note-search/member", max: 600, seconds: 3600 },
  /** Each asks a payment provider about a payment. */
  paymentStatePerPayment: { name: "payment-state/payment", max: 1, seconds: 5 },
  /** For providers that block clients for half an hour if they ask often. */
  limitedPaymentStatePerPayment: { name: "limited-payment-state/payment", max: 1, seconds: 60 },
  /** Each asks the payment providers about up to thousands of payments. */
  reconciliationPerSite: { name: "reconciliation/site", max: 6, seconds: 3600 },
  /** Each shows the form that leads to a payment, and can ask the provider about it. */
  checkoutFormPerMember: { name: "checkout-form/member", max: 30, seconds: 3600 },
  /** Each review emits an event, and some wait for moderation. */
  reviewPerMember: { name: "review/member", max: 20, seconds: 3600 },
  /** Each comment sends an event, and a reply also a notification. */
  commentPerMember: { name: "comment/member", max: 60, seconds: 3600 },
  likePerMember: { name: "like/member", max: 300, seconds: 3600 },
  /** Each fetch sends a request to a third-party server: limited per visitor and per host. */
  metadataFetchPerAddress: { name: "metadata-fetch/address", max: 120, seconds: 900 },
  metadataFetchPerHost: { name: "metadata-fetch/host", max: 300, seconds: 900 },
  /**
   * Known documents have a limit of their own, so that requests for other documents cannot use up the limit of the
   * host.
   */
  metadataFetchPerDocument: { name: "metadata-fetch/document", max: 5, seconds: 60 },
} as const satisfies Record<string, Limit>;

/**
 * Increases a counter and returns its value and expiry. It costs a statement, so use it only before far more
 * expensive work (a password, a registration), never on the path of a token.
 */
export async function count(
  { db, site, now }: Scope,
  limit: Limit,
  subject: string,
  amount = 1,
): Promise<LimitCounter> {
  const expiresAt = new Date(now.getTime() + limit.seconds * 1000);
  const fresh = { siteId: site.id, digest: keyOf(limit, subject), count: amount, expiresAt };
  // A window that ends far later than a new one was started by a clock that has been reset since. The clocks of two
  // processes may differ by seconds.
  const isOpen = sql`rate_limits.expires_at > ${now}
    and rate_limits.expires_at - excluded.expires_at <= interval '1 minute'`;
  return db.write.one<LimitCounter>`
    insert into rate_limits ${rows(fresh)}
    on conflict (site_id, digest) do update
    set count = case when ${isOpen} then rate_limits.count + excluded.count else excluded.count end,
        expires_at = case when ${isOpen} then rate_limits.expires_at else excluded.expires_at end
    returning count, expires_at`;
}

/** Reverts `count` for an attempt that was not a failure. */
export async function uncount({ db, site, now }: Context, limit: Limit, subject: string): Promise<void> {
  await db.run`
    update rate_limits set count = greatest(count - 1, 0)
     where site_id = ${site.id} and digest = ${keyOf(limit, subject)} and expires_at > ${now}`;
}

export const keyOf = (limit: Limit, subject: string) => digest(`${limit.name}\n${subject}`);
