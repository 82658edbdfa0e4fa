import type { FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { signOut } from "#domain/people/sessions/operations.ts";
import { startBrowserSession } from "#http/browser.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { withAuthorization } from "../authorization/authorization-of.ts";
import { restoreForm } from "../forms/restore-form.ts";
import type { PageRequest } from "../responses/page-request.ts";
import { withReturnTo } from "./return-to.ts";
import { claimOwn } from "./claim-own.ts";
import { takeChosen } from "./take-chosen.ts";

interface Next {
  /** The page of the site from which the person came. */
  returnTo?: string | null;
  /** The page of persons who came from nowhere. Defaults to that of students. */
  home?: string;
  /** The authorization request that waits for the person. */
  pending?: PendingAuthorization | undefined;
  /** Encrypted form of an ended session, which is shown again. */
  unsaved?: string | undefined;
  /** Notice of the sign-in page if the link does not sign in. */
  done: string;
}

/**
 * Continues after a mailed link was confirmed by its button: signed in with the secret of a new session, or at the
 * sign-in page. A session of another person in this browser ends.
 */
export async function signInWithLink(
  pageRequest: PageRequest,
  secret: string | undefined,
  { returnTo, home = "/learn", pending, unsaved, done }: Next,
): Promise<FastifyReply> {
  const { reply, context, session } = pageRequest;
  if (secret === undefined) {
    return reply.redirect(
      withAuthorization("/sign-in", pending, { done, ...withReturnTo(returnTo ?? undefined) }),
      303,
    );
  }
  if (session) await perform(signOut, context, {});
  startBrowserSession(reply, context, secret);
  if (!(await claimOwn(pageRequest, secret))) {
    const next = pending ? withAuthorization("/consent", pending) : (returnTo ?? undefined);
    // Sign-in is loaded when the server starts, and most schools require no second factor.
    const { leadToSetup } = await import("./lead-to-setup.ts");
    return leadToSetup(pageRequest, { secret, returnTo: next, unsaved });
  }
  if (pending) return reply.redirect(withAuthorization("/consent", pending), 303);
  const restored = await restoreForm(pageRequest, { unsaved, session: secret });
  if (restored) return restored;
  const taken = await takeChosen(pageRequest, { secret, returnTo });
  return reply.redirect(taken ?? returnTo ?? home, 303);
}
