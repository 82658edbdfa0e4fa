import type { AuthenticationMethod } from "#access/authentication-methods.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { ProviderOrigin } from "./open-session.ts";

/**
 * A person who has proven one factor. It is no session: the browser keeps it sealed for minutes, and it only permits
 * the attempt to prove the second factor.
 */
export interface FirstStep {
  memberId: string;
  /** Methods proven so far. */
  amr: readonly AuthenticationMethod[];
  /** Digest of the stored password, so that a change of it ends the step. Null if it was not used. */
  password: string | null;
  /** The identity provider that proved the first factor. */
  provider?: ProviderOrigin | null;
}

export const digestOfPassword = (passwordHash: string): string => digest(passwordHash).toString("base64url");
