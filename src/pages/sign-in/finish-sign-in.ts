import type { FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { signOut } from "#domain/people/sessions/operations.ts";
import { startBrowserSession } from "#http/browser.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { withAuthorization } from "../authorization/authorization-of.ts";
import { restoreForm } from "../forms/restore-form.ts";
import type { PageRequest } from "../responses/page-request.ts";
import { claimOwn } from "./claim-own.ts";
import { returnPathOf, returnToOf } from "./return-to.ts";
import { takeChosen } from "./take-chosen.ts";

interface Finished {
  /** Secret of the new session. */
  session: string;
  /** The authorization request that waits for the person. */
  pending: PendingAuthorization | undefined;
  /** Encrypted form of an ended session. */
  unsaved: string | undefined;
}

/** Starts the session of a person who has proven every factor, and continues where they came from. */
export async function finishSignIn(
  pageRequest: PageRequest,
  { session: secret, pending, unsaved }: Finished,
): Promise<FastifyReply> {
  const { request, reply, context, session } = pageRequest;
  // Ends the old session and creates a new secret for every sign-in (session fixation).
  if (session) await perform(signOut, context, {});
  startBrowserSession(reply, context, secret);
  const newSession = await claimOwn(pageRequest, secret);
  if (!newSession) {
    const returnTo = pending ? withAuthorization("/consent", pending) : returnToOf(request);
    // Sign-in is loaded when the server starts, and most schools require no second factor.
    const { leadToSetup } = await import("./lead-to-setup.ts");
    return leadToSetup(pageRequest, { secret, returnTo, unsaved });
  }
  if (pending) return reply.redirect(withAuthorization("/consent", pending), 303);
  const restored = await restoreForm(pageRequest, { unsaved, session: secret });
  if (restored) return restored;
  const taken = await takeChosen(pageRequest, { secret, returnTo: returnToOf(request) });
  return reply.redirect(taken ?? returnPathOf(request, newSession.roles), 303);
}
