import * as z from "zod";
import type { Role } from "#access/roles.ts";
import { Id } from "#domain/platform/ids.ts";

/** A browser in which a member is signed in, and the member as they are at this moment. */
export interface Session {
  id: string;
  memberId: string;
  accountId: string;
  /** When they last proved who they are. */
  authenticatedAt: Date;
  lastSeenAt: Date;
  roles: Role[];
  name: string | null;
  /** The account's sign-in address. */
  email: string;
  locale: string | null;
}

/** A session as its member sees it in the list of theirs. */
export const OwnSession = z.object({
  id: Id("session"),
  userAgent: z.string(),
  address: z.string(),
  authenticatedAt: z.date(),
  lastSeenAt: z.date(),
});
export type OwnSession = z.output<typeof OwnSession>;
