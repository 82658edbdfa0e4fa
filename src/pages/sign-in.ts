import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { signIn } from "#domain/people/sign-in/sign-in.ts";
import { isSignUpOpen } from "#domain/people/sign-up/require-open.ts";
import { signOut } from "#domain/people/sessions/operations.ts";
import { endBrowserSession, startBrowserSession } from "#http/browser.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { findLogoAddress } from "#oauth/client-logos/queries.ts";
import { displayNameOf } from "#oauth/clients/client-name.ts";
import { findClient } from "#oauth/clients/queries.ts";
import { isMeant } from "#oauth/next-step.ts";
import { authorizationOf, withAuthorization } from "./authorization-of.ts";
import { placeToReturnTo } from "./return-to.ts";
import { formTargetOf, sendPage } from "./send.ts";
import { staleFormOf } from "./stale-form.ts";
import { formOf, pageOf, type StartVisit, type Visit } from "./visit.ts";
import { type SignIn, signIn as signInView, signInNotices } from "./views/sign-in.ts";
import { signedOut } from "./views/signed-out.ts";

/** Query flag: a form was submitted after the session had ended. */
export const signedOutMeanwhile = "signed_out=meanwhile";

/** Query flag: the user wants to sign in with a different account. */
export const otherAccount = { account: "other" };

/** GET and POST /sign-in, POST /sign-out */
export function signInPages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.get("/sign-in", async (request, reply) => {
    const visitor = await visit(request, reply);
    const pending = await authorizationOf(visitor);
    if (!pending && visitor.session) return reply.redirect(placeToReturnTo(request), 303);
    return show(visitor, pending, { problem: pending && whyAgain(visitor, pending), done: doneIn(request) });
  });

  app.post("/sign-in", async (request, reply) => {
    const visitor = await visit(request, reply);
    const pending = await authorizationOf(visitor);
    const form = formOf(visitor, csrfKey);
    if (!form) return againOrOn(visitor, pending);
    return enter(visitor, pending, form.get("email") ?? "", form.get("password") ?? "");
  });

  app.post("/sign-out", async (request, reply) => {
    const visitor = await visit(request, reply);
    const { context, session } = visitor;
    if (session && formOf(visitor, csrfKey)) {
      await perform(signOut, context, {});
      endBrowserSession(reply, context);
      return sendPage(reply, signedOut(pageOf({ ...visitor, session: undefined })));
    }
    return reply.redirect("/", 303);
  });
}

/** Handles an invalid form token: if the user signed in in another tab meanwhile, continues without another sign-in. */
async function againOrOn(visitor: Visit, pending: PendingAuthorization | undefined): Promise<FastifyReply> {
  const { request, reply, session } = visitor;
  if (session && !pending) return reply.redirect(placeToReturnTo(request), 303);
  if (session && pending && isMeant(pending.request, session)) {
    return reply.redirect(withAuthorization("/consent", pending), 303);
  }
  const email = staleFormOf(visitor)?.get("email")?.slice(0, 320);
  return show(visitor, pending, { email, problem: { kind: "session_expired" } }, 403);
}

/** Returns the reason for a sign-in page although a session exists. */
function whyAgain({ request, session }: Visit, pending: PendingAuthorization): SignIn["problem"] {
  if (session) return isMeant(pending.request, session) ? undefined : { kind: "other_account" };
  return request.url.endsWith(`&${signedOutMeanwhile}`) ? { kind: "signed_out_meanwhile" } : undefined;
}

const doneIn = ({ url }: FastifyRequest) => {
  const done = new URLSearchParams(url.split("?")[1]).get("done");
  return signInNotices.find((notice) => notice === done);
};

async function enter(
  visitor: Visit,
  pending: PendingAuthorization | undefined,
  email: string,
  password: string,
): Promise<FastifyReply> {
  const { request, reply, context, browser, session } = visitor;
  try {
    const userAgent = request.headers["user-agent"] ?? "";
    const secret = await signIn(context, { email: email.trim(), password, browser, userAgent });
    if (!secret) return await show(visitor, pending, { email, problem: { kind: "wrong_credentials" } }, 401);
    // Ends the old session and creates a new secret for every sign-in (session fixation).
    if (session) await perform(signOut, context, {});
    startBrowserSession(reply, context, secret);
    return pending
      ? await reply.redirect(`/consent?authorization=${formatId("authorization", pending.id)}`, 303)
      : await reply.redirect(placeToReturnTo(request), 303);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "rate_limited") throw error;
    const retryAfterSeconds = error.details.retryAfterSeconds ?? 1;
    reply.header("retry-after", String(retryAfterSeconds));
    return show(visitor, pending, { email, problem: { kind: "too_many", retryAfterSeconds } }, 429);
  }
}

/** True if the user must sign in with an account other than the current one. */
const wantsOther = ({ url }: FastifyRequest, problem: SignIn["problem"]): boolean =>
  problem?.kind === "other_account" || new URLSearchParams(url.split("?")[1]).get("account") === otherAccount.account;

async function show(
  visitor: Visit,
  pending: PendingAuthorization | undefined,
  view: Pick<SignIn, "email" | "problem" | "done">,
  status = 200,
): Promise<FastifyReply> {
  const { request, reply, context, csrf, session } = visitor;
  const client = pending && (await findClient(context, pending.request.clientId));
  const page = signInView(pageOf(visitor, pending?.request.uiLocales), {
    csrf,
    action: request.url,
    client: client && { name: displayNameOf(context.site, client), logo: await findLogoAddress(context, client.id) },
    // Prefers `login_hint`, the account that the client expects, over the last signed-in account (OpenID Connect Core
    // §3.1.2.1).
    email: view.email ?? pending?.request.loginHint ?? (wantsOther(request, view.problem) ? "" : session?.email),
    problem: view.problem,
    done: view.done,
    forgotten: context.mail && withAuthorization("/password/forgotten", pending),
    signUp: isSignUpOpen(context) ? withAuthorization("/sign-up", pending) : undefined,
  });
  return sendPage(reply, page, { status, formTarget: pending && formTargetOf(pending.request.redirectUri) });
}
