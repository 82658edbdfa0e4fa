import * as z from "zod";
import type { Role } from "#access/roles.ts";
import { Id } from "#domain/platform/ids.ts";
import type { StoredMethods } from "#access/authentication-methods.ts";

/** A browser session with the member's current state. */
export interface Session {
  id: string;
  memberId: string;
  accountId: string;
  /** Time of the last authentication. */
  authenticatedAt: Date;
  /** Methods of the authentication. Empty for guests, and for sessions from before it was recorded. */
  amr: StoredMethods;
  /** Time of the sign-in. */
  openedAt: Date;
  lastSeenAt: Date;
  roles: Role[];
  name: string | null;
  /** The account's sign-in address. */
  email: string;
  /** False for an account without a password. Undefined for guests. */
  hasPassword?: boolean;
  locale: string | null;
  /** Time zone of the member, IANA name. */
  timeZone: string | null;
  /** Theme that the member has chosen. Null: that of the browser. */
  theme?: string | null;
  /** Number of unread notifications, at most 100. */
  unread: number;
  /** The member of staff who sees the school as this member. */
  viewedBy?: string | undefined;
  /** True for a buyer who has not proven their address. */
  isGuest?: boolean;
  /** True for a session that only permits setting up the second factor that a role requires. */
  isSetup?: boolean;
}

/** A session in the member's own list. */
export const OwnSession = z.object({
  id: Id("session"),
  userAgent: z.string(),
  address: z.string(),
  authenticatedAt: z.date(),
  lastSeenAt: z.date(),
});
export type OwnSession = z.output<typeof OwnSession>;
