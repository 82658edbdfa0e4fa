import { isRecent } from "#domain/platform/authentication/is-recent.ts";
import type { Session } from "#domain/people/sessions/session.ts";

/** Proof of the person before a sensitive change. `missing`: they sign in again, because they have no password. */
export type Proof = "password" | "recent" | "missing";

/** Returns the proof that a form needs: the password, or a recent sign-in of people without one. */
export function proofOf(session: Session, now: Date): Proof {
  if (session.hasPassword !== false) return "password";
  return isRecent(session, now) ? "recent" : "missing";
}
