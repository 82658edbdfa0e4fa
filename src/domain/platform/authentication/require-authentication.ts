import { satisfies } from "#access/authentication-classes.ts";
import type { SessionCaller, TokenCaller } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { AuthenticationTooOld, isRecent } from "./is-recent.ts";
import { demandOf } from "./step-up.ts";

/** Subjects of sensitive operations: each is worth a stolen session or token. */
type SensitiveSubject =
  | "api_keys"
  | "applications"
  | "member_view"
  | "payments"
  | "people"
  | "roles"
  | "sign_in"
  | "webhooks";

/** Declares that an operation requires a recent authentication of its person. */
export interface Sensitive<Input> {
  subject: SensitiveSubject;
  /** Returns whether this input is sensitive. Without it, all are. */
  when?(input: Input, context: Context): boolean | Promise<boolean>;
}

/**
 * Throws unless the person of the request authenticated recently enough for a sensitive operation. Commands, jobs and
 * directories have no person who could. An API key has none either: it is a secret of its own, whose creation asks.
 */
export async function requireAuthentication<Input>(
  sensitive: Sensitive<Input> | undefined,
  context: Context,
  input: Input,
): Promise<void> {
  if (!sensitive) return;
  if (isAuthenticated(context) || !((await sensitive.when?.(input, context)) ?? true)) return;
  if (context.caller.kind === "session") throw new AuthenticationTooOld("Authenticate again.");
  throw insufficientAuthentication(context);
}

/** Returns whether the person of the request authenticated recently enough for sensitive operations. */
export function isAuthenticated(context: Context): boolean {
  const { caller } = context;
  if (caller.kind === "session") return isRecentSession(caller, context);
  return caller.kind !== "token" || meetsDemand(caller, context);
}

/** Throws unless the signed-in person authenticated a moment ago. For downloads of whole lists, which are no operation. */
export function requireRecentSession(context: Context): void {
  const { caller } = context;
  if (caller.kind === "session" && !isRecentSession(caller, context))
    throw new AuthenticationTooOld("Authenticate again.");
}

const isRecentSession = ({ authenticatedAt }: SessionCaller, { now }: Context): boolean =>
  authenticatedAt === undefined || isRecent({ authenticatedAt }, now);

function meetsDemand({ credential }: TokenCaller, { site, now }: Context): boolean {
  const demand = demandOf(site.settings);
  if (!demand || credential?.kind !== "access_token") return true;
  const { authentication } = credential;
  if (!authentication || !satisfies(authentication.amr, demand.acr)) return false;
  const age = now.getTime() - authentication.authenticatedAt.getTime();
  return demand.maxAge === null || age <= demand.maxAge * 1000;
}

/** RFC 9470 §3. */
function insufficientAuthentication({ site }: Context): Problem {
  const demand = demandOf(site.settings);
  const age = demand?.maxAge == null ? "" : ` and max_age=${demand.maxAge}`;
  const proof = `acr_values=${demand?.acr ?? ""}${age}`;
  return new Problem(
    "insufficient_user_authentication",
    `The school requires a stronger or more recent sign-in for this operation. Send the member through authorization again with ${proof}.`,
    { ...(demand && { demand }) },
  );
}
