import type { Authentication } from "./authentication-methods.ts";
import type { Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

/** A client that acts for a member: the scopes of the token and the member's current roles. */
export interface TokenCaller {
  kind: "token";
  clientId: string;
  memberId: string;
  grantId: string;
  scopes: ReadonlySet<Scope>;
  roles: readonly Role[];
  /** Returns true if the client may request the scope, whatever the member's roles give. Absent: not known. */
  mayRequest?: (scope: Scope) => boolean;
  /** The credential of the request. Absent: the caller acts later, as in a job. */
  credential?: Credential;
}

interface Credential {
  kind: "access_token" | "api_key";
  expiresAt: Date;
  /** Authentication of the person of an access token. Absent: not known, or an API key. */
  authentication?: Authentication | undefined;
}

/** A member signed in through a browser session. */
export interface SessionCaller {
  kind: "session";
  sessionId: string;
  memberId: string;
  accountId: string;
  roles: readonly Role[];
  /** Time of the last authentication. Absent: the caller acts later, as in a job. */
  authenticatedAt?: Date;
  /** The member of staff who sees the school as this member. Such a caller changes nothing. */
  viewedBy?: string | undefined;
  /** True for a buyer who has not proven their address. Only the pages of a purchase have such a caller. */
  isGuest?: boolean | undefined;
}

/** A directory that provisions members, with its key. It holds no roles itself. */
export interface ProvisioningCaller {
  kind: "provisioning";
  keyId: string;
  /** Name of the key, which the audit log shows. */
  name: string;
  /** Domains of the addresses that it may give. It also provisions members with such an address who were there before. Empty: any address, and no other members. */
  emailDomains: readonly string[];
  /** Roles that it may give by name, besides student. */
  givableRoles: readonly Role[];
  /** Names of the groups whose members get a role. */
  groupRoles: Readonly<Partial<Record<Role, string>>>;
}

/** The authenticated caller. Surfaces establish it; operations only read it. */
export type Caller =
  | { kind: "anonymous" }
  | TokenCaller
  | SessionCaller
  | ProvisioningCaller
  /**
   * An operator who runs the `lectern` command on the machine. `startedBy`: the owner whose job does the same, whom
   * the audit log names.
   */
  | { kind: "cli"; startedBy?: TokenCaller | SessionCaller }
  /** Lectern itself: jobs and schedules. */
  | { kind: "system" };

export const anonymous: Caller = { kind: "anonymous" };

/** Returns whether a member of staff sees the school as the caller. */
export const isViewed = (caller: Caller): boolean => caller.kind === "session" && caller.viewedBy !== undefined;

export const memberOf = (caller: Caller): string | null =>
  caller.kind === "token" || caller.kind === "session" ? caller.memberId : null;

/** A guest in a request before their session. */
export const guestCaller = (memberId: string): SessionCaller => ({
  kind: "session",
  sessionId: memberId,
  memberId,
  accountId: memberId,
  roles: ["student"],
  isGuest: true,
});
