import { findSession } from "#domain/people/sessions/queries.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { sessionCaller } from "#http/browser.ts";
import type { PageRequest } from "../responses/page-request.ts";

/** Gives a person who has just signed in what they bought as a guest. Returns their session. */
export async function claimOwn({ context }: PageRequest, secret: string): Promise<Session | undefined> {
  const session = await findSession(context, secret, context.now);
  if (!session) return undefined;
  // Sign-in is loaded when the server starts, and purchases are not.
  const { claimPurchases } = await import("#domain/privacy/guests/claim-purchases.ts");
  await claimPurchases({ ...context, caller: sessionCaller(session) }, session.accountId);
  return session;
}
