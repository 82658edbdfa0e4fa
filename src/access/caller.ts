import type { Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

/** A client that acts for a member: what the token holds, and the roles the member has at this moment. */
export interface TokenCaller {
  kind: "token";
  clientId: string;
  memberId: string;
  grantId: string;
  scopes: ReadonlySet<Scope>;
  roles: readonly Role[];
}

/** A member in a browser of their own. */
export interface SessionCaller {
  kind: "session";
  sessionId: string;
  memberId: string;
  accountId: string;
  roles: readonly Role[];
}

/** Who is asking. Surfaces establish it; operations only ever read it. */
export type Caller =
  | { kind: "anonymous" }
  | TokenCaller
  | SessionCaller
  /** Whoever may run the `lectern` command on the machine. */
  | { kind: "cli" }
  /** Lectern itself: jobs and schedules. */
  | { kind: "system" };

export const anonymous: Caller = { kind: "anonymous" };

export const memberOf = (caller: Caller): string | null =>
  caller.kind === "token" || caller.kind === "session" ? caller.memberId : null;
