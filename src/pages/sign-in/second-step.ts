import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { signInCeremony } from "#domain/people/second-factors/passkey-options.ts";
import { enterWithPasskey } from "#domain/people/sign-in/enter-with-passkey.ts";
import type { FirstStep } from "#domain/people/sign-in/first-step.ts";
import { enterWithCode } from "#domain/people/sign-in/second-step.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import type { Form } from "#oauth/form.ts";
import { type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";
import type { ProofProblem } from "../views/sign-in/second-step.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { queryOf } from "./query-of.ts";
import { openStep } from "./sealed-step.ts";
import { showSecondStep } from "./show-second-step.ts";
import { type SignInPageRequest, signInRoutes } from "./sign-in-routes.ts";
import { againOrOn, maxSignInFormBytes, showSignIn } from "./sign-in.ts";

/** POST /sign-in/code and /sign-in/passkey: the second step of a sign-in, or the only one with a passkey. */
export function secondStepPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  for (const path of ["/sign-in/code", "/sign-in/passkey"]) {
    // The address of a form that was reloaded.
    app.get(path, (request, reply) => reply.redirect(`/sign-in${queryOf(request)}`, 303));
  }

  const { postForm } = signInRoutes(openPageRequest);

  postForm(
    app,
    { path: "/sign-in/code", bodyLimit: maxSignInFormBytes, stale: showAgain },
    async (pageRequest, form, request) => {
      const { reply, pending } = pageRequest;
      const sealed = form.get("step");
      const step = openStep(pageRequest, sealed);
      if (sealed === undefined || !step) return againOrOn(pageRequest, pending);
      const client = { browser: pageRequest.browser, userAgent: request.headers["user-agent"] ?? "" };
      const unsaved = form.get("unsaved");
      const again = (problem: ProofProblem, status: number) =>
        showSecondStep(pageRequest, { step, sealed, pending, unsaved, problem, status });
      try {
        const entered = await enterWithCode(pageRequest.context, step, { ...client, code: form.get("code") ?? "" });
        if (entered === "wrong") return await again({ kind: "wrong_code" }, 401);
        if (entered === "ended") return await startAgain(pageRequest, pending, unsaved);
        return await finishSignIn(pageRequest, { session: entered.session, pending, unsaved });
      } catch (error) {
        return again(tooMany(error, reply), 429);
      }
    },
  );

  postForm(
    app,
    { path: "/sign-in/passkey", bodyLimit: maxSignInFormBytes, stale: showAgain },
    async (pageRequest, form) => {
      const { reply, pending } = pageRequest;
      const sealed = form.get("step");
      const step = openStep(pageRequest, sealed);
      // An expired step does not become a sign-in by the passkey alone: the challenge names the step.
      if (sealed !== undefined && !step) return againOrOn(pageRequest, pending);
      try {
        const session = await tryPasskey(pageRequest, form, step);
        const unsaved = form.get("unsaved");
        if (session !== undefined) return await finishSignIn(pageRequest, { session, pending, unsaved });
        return await refused(pageRequest, { step: step && { step, sealed: sealed ?? "" }, pending, unsaved });
      } catch (error) {
        const { retryAfterSeconds } = tooMany(error, reply);
        return showSignIn(pageRequest, pending, { problem: { kind: "too_many", retryAfterSeconds } }, 429);
      }
    },
  );
}

const showAgain = (pageRequest: SignInPageRequest) => againOrOn(pageRequest, pageRequest.pending);

function tryPasskey(
  { request, context, browser }: PageRequest,
  form: Form,
  step: FirstStep | undefined,
): Promise<string | undefined> {
  const ceremony = signInCeremony(browser, step?.memberId);
  const use = { response: form.get("passkey") ?? "", ceremony };
  return enterWithPasskey(context, use, { browser, userAgent: request.headers["user-agent"] ?? "" }, step);
}

interface Refused {
  /** The step that the passkey was to complete, if any. */
  step: { step: FirstStep; sealed: string } | undefined;
  pending: PendingAuthorization | undefined;
  unsaved: string | undefined;
}

const refused = (pageRequest: PageRequest, { step, pending, unsaved }: Refused): Promise<FastifyReply> =>
  step
    ? showSecondStep(pageRequest, { ...step, pending, unsaved, problem: { kind: "passkey" }, status: 401 })
    : showSignIn(pageRequest, pending, { unsaved, problem: { kind: "passkey_refused" } }, 401);

/** The password was changed, or the member suspended, since the first step. */
const startAgain = (
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
  unsaved: string | undefined,
): Promise<FastifyReply> => showSignIn(pageRequest, pending, { unsaved, problem: { kind: "session_expired" } }, 403);

/** Rethrows every error but a reached limit. */
export function tooMany(error: unknown, reply: FastifyReply): { kind: "too_many"; retryAfterSeconds: number } {
  if (!(error instanceof Problem) || error.code !== "rate_limited") throw error;
  const retryAfterSeconds = error.details.retryAfterSeconds ?? 1;
  reply.header("retry-after", String(retryAfterSeconds));
  return { kind: "too_many", retryAfterSeconds };
}
