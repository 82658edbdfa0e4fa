import { type IdentityProvider, dialects, maxAgeOfSignIn } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import type { TakenRequest } from "./requests.ts";
import type { SentClaims } from "./upstream/sent-claims.ts";

/** Milliseconds by which the clock of a provider may differ. Times of OpenID Connect have whole seconds. */
const skewMs = 60_000;

type Response = Pick<SentClaims, "signedInAt">;
type Request = Pick<TakenRequest, "isAgain" | "createdAt">;

/**
 * Throws ProviderError unless the person has signed in at the provider after a request that demands it. The parameters
 * of the request alone prove nothing: the browser carries them, and providers can ignore them.
 */
export function requireSignInAgain(
  { protocol, preset }: Pick<IdentityProvider, "protocol" | "preset">,
  { isAgain, createdAt }: Request,
  { signedInAt }: Response,
  now: Date,
): void {
  if (!isAgain) return;
  if (signedInAt === null) {
    if (protocol === "openid" && !dialects[preset].saysWhen) return;
    throw new ProviderError(
      "undated",
      "The provider does not say when the person signed in (auth_time, AuthnInstant).",
    );
  }
  if (signedInAt > now.getTime() + skewMs)
    throw new ProviderError("invalid", "The time of the sign-in is in the future.");
  if (signedInAt < createdAt.getTime() - skewMs) {
    throw new ProviderError(
      "stale",
      "The provider did not let the person sign in again, although the school required it.",
    );
  }
}

/**
 * Returns when the person of a response authenticated: when the provider says, or now. A sign-in after the request is
 * not before it, whatever the clock of the provider says: otherwise the person would have to sign in once more.
 */
export function signInTimeOf({ isAgain, createdAt }: Request, { signedInAt }: Response, now: Date): Date {
  const earliest = isAgain ? createdAt.getTime() : now.getTime() - maxAgeOfSignIn * 1000;
  return new Date(Math.min(now.getTime(), Math.max(signedInAt ?? now.getTime(), earliest)));
}
