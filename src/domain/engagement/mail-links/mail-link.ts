import type { Site } from "#domain/site/sites/site.ts";

/** What opening the link, and pressing the button behind it, does. */
export const purposes = [
  "sign_up",
  "set_password",
  "verify_email",
  "change_email",
  "invitation",
  "verify_sender",
] as const;
export type Purpose = (typeof purposes)[number];

/** A link that was mailed, as long as it can be used. */
export interface MailLink {
  purpose: Purpose;
  /** Null: the account does not exist yet. */
  accountId: string | null;
  /** The member who has not accepted yet and does so with this link. */
  memberId: string | null;
  /** Where the mail went: whoever has the link reads the mail of this address. */
  email: string;
  name: string | null;
  passwordHash: string | null;
  browserDigest: Buffer | null;
  authorizationId: string | null;
  createdAt: Date;
}

/** Milliseconds. Long enough for slow mail, short enough for a mailbox that somebody else reads later. */
const linkLifetime = 3_600_000;

/** Nobody waits for an invitation: it may lie there for a while, as long as nobody has claimed the account otherwise. */
const invitationLifetime = 14 * 86_400_000;

export const linkExpiry = (now: Date, purpose?: Purpose): Date =>
  new Date(now.getTime() + (purpose === "invitation" ? invitationLifetime : linkLifetime));

const paths: Record<Purpose, string> = {
  sign_up: "/sign-up/confirm",
  set_password: "/password/new",
  verify_email: "/email/confirm",
  change_email: "/email/confirm",
  invitation: "/invitation",
  verify_sender: "/sender/confirm",
};

export const addressOfLink = ({ origin }: Site, purpose: Purpose, secret: string): string =>
  `${origin}${paths[purpose]}?link=${secret}`;

/** Where a letter without a link of its own sends its reader. */
export const signInAddress = ({ origin }: Site): string => `${origin}/sign-in`;
export const forgottenAddress = ({ origin }: Site): string => `${origin}/password/forgotten`;
