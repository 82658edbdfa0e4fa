import type { Site } from "#domain/platform/site/site.ts";

/** Effect of confirming on the linked page. */
export const purposes = [
  "sign_up",
  "set_password",
  "verify_email",
  "change_email",
  "invitation",
  "verify_sender",
  "member_merge",
  "purchase",
] as const;
export type Purpose = (typeof purposes)[number];

/** A mailed link that is still valid. */
export interface MailLink {
  purpose: Purpose;
  /** Null: the account does not exist yet. */
  accountId: string | null;
  /** The invited member or guest who accepts with this link, or the member who confirms a merge with it. */
  memberId: string | null;
  /** Recipient: possession of the link proves access to this mailbox. */
  email: string;
  name: string | null;
  passwordHash: string | null;
  browserDigest: Buffer | null;
  authorizationId: string | null;
  /** The page of the site to return to after sign-up. */
  returnTo: string | null;
  createdAt: Date;
}

/** Long enough for slow mail, short enough to protect mailboxes that others read later. */
const linkLifetimeMs = 3_600_000;

/** Longer, because recipients do not wait for an invitation. It ends early if the account is claimed another way. */
const invitationLifetimeMs = 14 * 86_400_000;

/** Time for a person to find the emails in two mailboxes. */
const mergeLifetimeMs = 7 * 86_400_000;

const lifetimes: Partial<Record<Purpose, number>> = {
  invitation: invitationLifetimeMs,
  member_merge: mergeLifetimeMs,
  purchase: invitationLifetimeMs,
};

export const linkExpiry = (now: Date, purpose?: Purpose): Date =>
  new Date(now.getTime() + ((purpose && lifetimes[purpose]) ?? linkLifetimeMs));

const paths: Record<Purpose, string> = {
  sign_up: "/sign-up/confirm",
  set_password: "/password/new",
  verify_email: "/email/confirm",
  change_email: "/email/confirm",
  invitation: "/invitation",
  verify_sender: "/sender/confirm",
  member_merge: "/email/merge",
  purchase: "/purchase/confirm",
};

export const addressOfLink = ({ origin }: Site, purpose: Purpose, secret: string): string =>
  `${origin}${paths[purpose]}?link=${secret}`;

/** Target of emails without their own link. */
export const signInAddress = ({ origin }: Site): string => `${origin}/sign-in`;
export const forgottenAddress = ({ origin }: Site): string => `${origin}/password/forgotten`;

/** Target of the button beside mailed digits (`people/sign-in-codes`). */
export const addressOfSignInLink = ({ origin }: Site, secret: string): string =>
  `${origin}/sign-in/link?link=${secret}`;
