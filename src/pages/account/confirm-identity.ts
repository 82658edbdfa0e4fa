import type { FastifyInstance, FastifyReply } from "fastify";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { confirmationOf, optionsForMember } from "#domain/people/second-factors/passkey-options.ts";
import { confirmIdentity, type Proof } from "#domain/people/sign-in/confirm-identity.ts";
import { findConfirmingProviders } from "#domain/people/identity-providers/identities/own-identities.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isRecent } from "#domain/platform/authentication/is-recent.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { sessionSecretOf } from "#http/browser.ts";
import type { Form } from "#oauth/form.ts";
import { restoreForm } from "../forms/restore-form.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { openUnsavedForm, sealUnsavedForm } from "../forms/unsaved-form.ts";
import { memberPageOf, type OpenPageRequest, type SignedInPageRequest } from "../responses/page-request.ts";
import { sendPage } from "../responses/send.ts";
import { memberRoutes } from "../sign-in/member-routes.ts";
import { homeOf, isOnThisSite } from "../sign-in/return-to.ts";
import { tooMany } from "../sign-in/second-step.ts";
import { confirmIdentity as view, providerButton } from "../views/account/confirm-identity.ts";
import { passkeyPolicy } from "../views/parts/passkey-form.ts";
import type { ProofProblem } from "../views/sign-in/second-step.ts";

const path = "/account/confirm";

/** An unsaved form, encrypted and in base64, and the proof. */
const maxFormBytes = 160 * 1024;

/**
 * Asks a person who wants to do something sensitive to confirm their identity, unless they authenticated a moment ago.
 * Returns the reply of the page that asks. What a form contained is shown again afterwards.
 */
export async function requireRecent(pageRequest: SignedInPageRequest): Promise<FastifyReply | undefined> {
  const { request, reply, session, context } = pageRequest;
  if (isRecent(session, context.now)) return undefined;
  if (request.method === "GET") {
    return reply.redirect(`${path}?return_to=${encodeURIComponent(request.url)}`, 303);
  }
  const unsaved = sealUnsavedForm(pageRequest, fieldsOf(request));
  return show(pageRequest, { returnTo: request.url, unsaved, status: 403 });
}

/** GET and POST /account/confirm, and POST /account/confirm/passkey. */
export function confirmIdentityPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const { getPage, postForm } = memberRoutes(openPageRequest);
  getPage(app, path, (pageRequest, request) => show(pageRequest, { returnTo: returnToOf(request.url) }));

  const answer = (address: string, proofOf: (form: Form) => Proof) =>
    postForm(app, { path: address, formAt: path, bodyLimit: maxFormBytes }, async (pageRequest, form, request) => {
      const { context, browser, reply } = pageRequest;
      const shown = { returnTo: returnToOf(request.url), unsaved: form.get("unsaved") };
      const provider = form.get(providerButton);
      if (provider !== undefined) return leave(pageRequest, provider, shown);
      const proof = proofOf(form);
      try {
        if (await confirmIdentity(context, proof, browser)) return await continueConfirmed(pageRequest, shown);
      } catch (error) {
        return show(pageRequest, { ...shown, problem: tooMany(error, reply), status: 429 });
      }
      return show(pageRequest, { ...shown, problem: problemOf(proof), status: 401 });
    });

  answer(path, (form) => {
    const code = form.get("code");
    return code === undefined ? { password: form.get("current") ?? "" } : { code };
  });
  answer(`${path}/passkey`, (form) => ({ passkey: form.get("passkey") ?? "" }));
}

type ConfirmProblem = ProofProblem | { kind: "wrong_password" };

const problemOf = (proof: Proof): ConfirmProblem =>
  "password" in proof ? { kind: "wrong_password" } : { kind: "code" in proof ? "wrong_code" : "passkey" };

interface Shown {
  /** The page that the person wanted to open, or whose form they submitted. */
  returnTo: string | undefined;
  unsaved?: string | undefined;
  problem?: ConfirmProblem;
  status?: number;
}

/** Sends the browser to a provider of the person, where they sign in again. */
async function leave(
  pageRequest: SignedInPageRequest,
  id: string,
  { returnTo, unsaved }: Shown,
): Promise<FastifyReply> {
  const { context, session } = pageRequest;
  const isOffered = !hasFactor(await findFactors(context, session.memberId));
  const providers = isOffered ? await findConfirmingProviders(context, session.memberId) : [];
  const provider = providers.find((one) => formatId("identityProvider", one.id) === id);
  if (!provider) throw new Problem("not_found", "There is no such identity provider.");
  const { leaveForProvider } = await import("../sign-in/providers/leave-for-provider.ts");
  return leaveForProvider(pageRequest, provider, {
    purpose: "sign_in",
    authorizationId: null,
    returnTo: returnTo ?? null,
    again: true,
    confirms: true,
    unsaved: openUnsavedForm(pageRequest, unsaved) && unsaved,
  });
}

/** Continues with what the person wanted to do before they confirmed their identity. */
export async function continueConfirmed(
  pageRequest: SignedInPageRequest,
  { returnTo, unsaved }: Pick<Shown, "returnTo" | "unsaved">,
): Promise<FastifyReply> {
  const { request, reply, context, session } = pageRequest;
  const secret = sessionSecretOf(request, context);
  const restored = secret === undefined ? undefined : await restoreForm(pageRequest, { unsaved, session: secret });
  return restored ?? reply.redirect(returnTo ?? homeOf(session.roles), 303);
}

/** Accepts paths of this site only: the parameter is untrusted (open redirect). */
function returnToOf(url: string): string | undefined {
  const returnTo = new URLSearchParams(url.split("?")[1]).get("return_to") ?? "";
  return returnTo.length <= 500 && isOnThisSite(returnTo) ? returnTo : undefined;
}

async function show(
  pageRequest: SignedInPageRequest,
  { returnTo, unsaved, problem, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { reply, context, session, csrf, browser } = pageRequest;
  const factors = await findFactors(context, session.memberId);
  const account = await findAccount(context.db, session.accountId);
  const passkey = await optionsForMember(context, session.memberId, confirmationOf(context, browser));
  const page = view(memberPageOf(pageRequest, session), {
    csrf,
    unsaved,
    returnTo,
    passkey,
    hasApp: factors.hasApp,
    needsFactor: hasFactor(factors),
    hasPassword: account?.passwordHash != null,
    providers: hasFactor(factors)
      ? []
      : (await findConfirmingProviders(context, session.memberId)).map(({ id, name }) => ({
          id: formatId("identityProvider", id),
          name,
        })),
    problem,
  });
  return sendPage(reply, page, { status, content: passkey ? passkeyPolicy(context.site.origin) : [] });
}
