import type { FastifyReply } from "fastify";
import { newSecret, uriOfSecret } from "#domain/people/second-factors/authenticator-app.ts";
import { offersPasskeys, optionsForCreation } from "#domain/people/second-factors/passkey-options.ts";
import { findSetupSession } from "#domain/people/sessions/queries.ts";
import { sessionCaller } from "#http/browser.ts";
import { csrfToken } from "#http/csrf.ts";
import { deviceName } from "#lib/text/device-name.ts";
import { sealNewApp } from "../account/security/new-app.ts";
import { setupAddress, setupPath } from "../responses/pages-of-setup.ts";
import { memberPageOf, type PageRequest, type SignedInPageRequest } from "../responses/page-request.ts";
import { sendPage } from "../responses/send.ts";
import { setUpRequired } from "../views/account/security/set-up-required.ts";
import { passkeyPolicy } from "../views/parts/passkey-form.ts";

interface Next {
  /** Secret of the new session. */
  secret: string;
  /** The page that follows. */
  returnTo: string | undefined;
  /** Encrypted form of an ended session, which is shown again. */
  unsaved: string | undefined;
}

/**
 * Leads a person who has just signed in, and whose role requires a second factor, to the page that sets one up. A form of
 * an ended session comes with them.
 */
export async function leadToSetup(
  pageRequest: PageRequest,
  { secret, returnTo, unsaved }: Next,
): Promise<FastifyReply> {
  const { reply, context, browser, csrfKey } = pageRequest;
  const session = unsaved === undefined ? undefined : await findSetupSession(context, secret, context.now);
  if (!session) return reply.redirect(setupAddress(returnTo), 303);
  const csrf = csrfToken(csrfKey, { browser, sessionId: session.id });
  const own = { ...pageRequest, session, csrf, context: { ...context, caller: sessionCaller(session) } };
  return showSetup(own, { returnTo, unsaved });
}

interface Shown {
  returnTo: string | undefined;
  unsaved?: string | undefined;
  /** Entered name of the passkey. */
  name?: string;
  passkeyProblem?: "badName" | "refused";
  /** Secret of the app that was scanned. */
  secret?: string | undefined;
  appProblem?: "wrong" | "ended";
  status?: number;
}

export async function showSetup(
  pageRequest: SignedInPageRequest,
  { returnTo, unsaved, name, passkeyProblem, secret, appProblem, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { request, reply, context, csrf, session, browser } = pageRequest;
  const ownSecret = secret ?? (await newSecret());
  const offers = offersPasskeys(context);
  const page = setUpRequired(memberPageOf(pageRequest, session), {
    csrf,
    unsaved,
    query: setupAddress(returnTo).slice(setupPath.length),
    passkey: offers
      ? {
          name: name ?? deviceName(request.headers["user-agent"] ?? "").slice(0, 60),
          options: await optionsForCreation(context, browser, session),
          problem: passkeyProblem,
        }
      : undefined,
    app: {
      sealed: sealNewApp(pageRequest, ownSecret),
      secret: ownSecret,
      uri: await uriOfSecret(ownSecret, context.site, session.email),
      problem: appProblem,
    },
  });
  return sendPage(reply, page, { status, content: offers ? passkeyPolicy(context.site.origin) : [] });
}
