/** Milliseconds for which an authentication counts for sensitive actions. */
const recency = 10 * 60_000;

/** Returns whether a person authenticated a moment ago. */
export const isRecent = ({ authenticatedAt }: { authenticatedAt: Date }, now: Date): boolean =>
  now.getTime() - authenticatedAt.getTime() < recency;

/** Returns the time after which an authentication is recent. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - recency);

/** The signed-in person authenticated too long ago for a sensitive action. Pages ask for it. */
export class AuthenticationTooOld extends Error {}
