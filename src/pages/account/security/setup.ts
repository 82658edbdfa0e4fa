import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addAuthenticatorApp } from "#domain/people/second-factors/factor-operations.ts";
import { addPasskey, PasskeyName } from "#domain/people/second-factors/passkey-operations.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sessionSecretOf } from "#http/browser.ts";
import type { Form } from "#oauth/form.ts";
import { restoreForm } from "../../forms/restore-form.ts";
import { setupAddress, setupPath } from "../../responses/pages-of-setup.ts";
import { type OpenPageRequest, type SignedInPageRequest } from "../../responses/page-request.ts";
import { memberRoutes } from "../../sign-in/member-routes.ts";
import { claimOwn } from "../../sign-in/claim-own.ts";
import { chosenItemIn, isOnThisSite } from "../../sign-in/return-to.ts";
import { showSetup } from "../../sign-in/lead-to-setup.ts";
import { maxSignInFormBytes } from "../../sign-in/sign-in.ts";
import { requireRecent } from "../confirm-identity.ts";
import { openNewApp } from "./new-app.ts";
import { showCodes } from "./show-codes.ts";

/** GET /account/security/setup, and POST …/passkey, …/app and …/continue: the second factor that a role requires. */
export function setupPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const { getPage, postForm } = memberRoutes(openPageRequest);
  getPage(app, setupPath, async (pageRequest, request) => {
    const elsewhere = await leadElsewhere(pageRequest);
    return elsewhere ?? showSetup(pageRequest, { returnTo: returnToOf(request.url) });
  });

  const answer = (path: string, submit: (pageRequest: SignedInPageRequest, form: Form) => Promise<FastifyReply>) =>
    postForm(app, { path: `${setupPath}/${path}`, formAt, bodyLimit: maxSignInFormBytes }, submit);

  answer("passkey", async (pageRequest, form) => {
    const { context, browser } = pageRequest;
    const elsewhere = await leadElsewhere(pageRequest);
    if (elsewhere) return elsewhere;
    const name = form.get("name") ?? "";
    const again = (passkeyProblem: "badName" | "refused") =>
      showSetup(pageRequest, { ...goesOn(pageRequest, form), name, passkeyProblem, status: 422 });
    if (!PasskeyName.safeParse(name).success) return again("badName");
    try {
      const registration = form.get("passkey") ?? "";
      const { codes } = await perform(addPasskey, context, { name, registration, browser });
      return await finish(pageRequest, form, codes);
    } catch (error) {
      if (!(error instanceof Problem && error.code === "validation_failed")) throw error;
      return again("refused");
    }
  });

  answer("app", async (pageRequest, form) => {
    const elsewhere = await leadElsewhere(pageRequest);
    if (elsewhere) return elsewhere;
    const secret = openNewApp(pageRequest, form.get("app"));
    const again = (appProblem: "wrong" | "ended", status: number) =>
      showSetup(pageRequest, { ...goesOn(pageRequest, form), secret, appProblem, status });
    if (secret === undefined) return again("ended", 403);
    try {
      const { codes } = await perform(addAuthenticatorApp, pageRequest.context, {
        secret,
        code: form.get("code") ?? "",
      });
      return await finish(pageRequest, form, codes);
    } catch (error) {
      if (!(error instanceof Problem && error.code === "validation_failed")) throw error;
      return again("wrong", 422);
    }
  });

  answer("continue", async (pageRequest, form) => {
    const { request, reply, context } = pageRequest;
    const secret = sessionSecretOf(request, context);
    const unsaved = form.get("unsaved");
    const restored = secret === undefined ? undefined : await restoreForm(pageRequest, { unsaved, session: secret });
    return restored ?? reply.redirect(nextOf(request.url), 303);
  });
}

const formAt = (_params: unknown, { url }: FastifyRequest): string => setupAddress(returnToOf(url));

/** Leads on a person who lacks nothing, and asks who it is if that was proven too long ago. */
async function leadElsewhere(pageRequest: SignedInPageRequest): Promise<FastifyReply | undefined> {
  const { request, reply, context, session } = pageRequest;
  if (!session.isSetup) return reply.redirect(nextOf(request.url), 303);
  // A factor that was set up in another browser is proven, not joined by another one.
  if (hasFactor(await findFactors(context, session.memberId))) {
    const returnTo = setupAddress(returnToOf(request.url));
    return reply.redirect(`/account/confirm?return_to=${encodeURIComponent(returnTo)}`, 303);
  }
  return requireRecent(pageRequest);
}

/** Shows the recovery codes. The session has proven two factors now. */
async function finish(pageRequest: SignedInPageRequest, form: Form, codes: readonly string[]): Promise<FastifyReply> {
  const { request, context } = pageRequest;
  const secret = sessionSecretOf(request, context);
  if (secret !== undefined) await claimOwn(pageRequest, secret);
  const { returnTo, unsaved } = goesOn(pageRequest, form);
  const action = setupAddress(returnTo).replace(setupPath, `${setupPath}/continue`);
  return showCodes(pageRequest, codes, unsaved === undefined ? { next: nextOf(request.url) } : { action, unsaved });
}

const goesOn = ({ request }: SignedInPageRequest, form: Form) => ({
  returnTo: returnToOf(request.url),
  unsaved: form.get("unsaved"),
});

/** Accepts paths of this site only: the parameter is untrusted (open redirect). */
function returnToOf(url: string): string | undefined {
  const returnTo = new URLSearchParams(url.split("?")[1]).get("return_to") ?? "";
  return returnTo.length <= 500 && isOnThisSite(returnTo) ? returnTo : undefined;
}

/** The page of sign-in leads on to the home of the person's roles. */
function nextOf(url: string): string {
  const returnTo = returnToOf(url);
  return returnTo === undefined ? "/sign-in" : (chosenItemIn(returnTo)?.page ?? returnTo);
}
