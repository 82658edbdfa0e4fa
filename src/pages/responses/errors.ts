import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AuthenticationTooOld } from "#domain/platform/authentication/is-recent.ts";
import { Problem, type ProblemCode } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { logFailure, type Outage, outageOf, refuseFor } from "#http/outage.ts";
import { ClientChangedError } from "#oauth/clients/reread-client.ts";
import { OAuthError } from "#oauth/error.ts";
import { sendMovedResource } from "#http/send-moved.ts";
import { transportErrorOf } from "#http/transport-error.ts";
import { recordError } from "#telemetry/record-error.ts";
import { AuthorizationProblem, viewOfClientChange } from "../authorization/authorization-problem.ts";
import { inSchoolLook } from "./school-look.ts";
import { sendPage } from "./send.ts";
import { authorizationProblem, type AuthorizationProblemView } from "../views/sign-in/authorization-problem.ts";
import { type ErrorPage, error as errorView } from "../views/frame/error.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { anonymousPage, isSignedIn, pageOf, type OpenPageRequest, type PageRequest } from "./page-request.ts";

/** Context of the error pages of an area, from that of the request. */
export type PageOfErrors = (pageRequest: PageRequest) => PageContext;

/** Renders errors of pages, and of other addresses opened in a browser, as error pages. */
export function showErrors(
  app: FastifyInstance,
  openPageRequest: OpenPageRequest,
  pageOfErrors: PageOfErrors = pageOf,
): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const problem = authorizationProblemOf(error, request);
    if (problem) {
      recordError("invalid_request", request.scope);
      const pageRequest = await openPageRequest(request, reply);
      return sendPage(reply, authorizationProblem(pageOf(pageRequest), problem), { status: 400 });
    }
    if (error instanceof AuthenticationTooOld) return askToConfirm(await openPageRequest(request, reply));
    if (await sendMovedResource(error, request, reply)) return reply;
    const described = describe(error, request);
    recordError(typeOf(error, described), request.scope);
    if (described.status >= 500) logFailure(request, error);
    const outage = outageOf(error);
    if (outage) return showOutage(request, reply, outage);
    if (error instanceof Problem && error.details.retryAfterSeconds) {
      reply.header("retry-after", String(error.details.retryAfterSeconds));
    }
    return showError(openPageRequest, request, reply, described, pageOfErrors);
  });
}

/** Keeps the form, which is shown again afterwards. */
async function askToConfirm(pageRequest: PageRequest): Promise<FastifyReply> {
  const { requireRecent } = await import("../account/confirm-identity.ts");
  const confirmation = isSignedIn(pageRequest) ? await requireRecent(pageRequest) : undefined;
  return confirmation ?? pageRequest.reply.redirect("/account/confirm", 303);
}

function authorizationProblemOf(error: Error, request: FastifyRequest): AuthorizationProblemView | undefined {
  if (error instanceof AuthorizationProblem) return error.view;
  return error instanceof ClientChangedError ? viewOfClientChange(contextOf(request), error) : undefined;
}

/** Shows a page without the session, which cannot be read either. */
export const showOutage = (request: FastifyRequest, reply: FastifyReply, outage: Outage): FastifyReply =>
  sendPage(refuseFor(outage, reply), errorView(anonymousPage(request), viewOf(outage, request)), outage);

export async function showError(
  openPageRequest: OpenPageRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  view: ErrorPage,
  pageOfErrors: PageOfErrors = pageOf,
): Promise<FastifyReply> {
  const page = await pageFor(openPageRequest, request, reply, pageOfErrors);
  // The address may name what does not exist here.
  return sendPage(reply, errorView({ ...page, here: undefined }, view), { status: view.status });
}

/** Shows the page without the session if the session cannot be read. */
async function pageFor(
  openPageRequest: OpenPageRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  pageOfErrors: PageOfErrors,
): Promise<PageContext> {
  try {
    if (pageOfErrors !== pageOf) return pageOfErrors(await openPageRequest(request, reply));
    return pageOf(await inSchoolLook(openPageRequest, { isPlain: true })(request, reply));
  } catch (error) {
    if (!outageOf(error)) throw error;
    return anonymousPage(request);
  }
}

/** Returns the code of an error for metrics. */
function typeOf(error: FastifyError, { status }: ErrorPage): string {
  if (error instanceof OAuthError || error instanceof Problem) return error.code;
  return outageOf(error)?.code ?? (status < 500 ? "invalid_request" : "internal");
}

const statuses: Partial<Record<ProblemCode, number>> = {
  not_found: 404,
  role_required: 403,
  role_escalation: 403,
  insufficient_scope: 403,
  invalid_token: 401,
  invalid_state: 409,
  rate_limited: 429,
};

const viewOf = ({ status, message }: Outage, { id }: FastifyRequest): ErrorPage => ({
  status,
  detail: message,
  requestId: id,
});

function describe(error: FastifyError, request: FastifyRequest): ErrorPage {
  if (error instanceof OAuthError) {
    return { status: error.status === 401 ? 400 : error.status, code: error.code, detail: error.message };
  }
  if (error instanceof Problem) return { status: statuses[error.code] ?? 400, detail: error.message };
  const outage = outageOf(error);
  if (outage) return viewOf(outage, request);
  const refused = transportErrorOf(error, "Send the form as application/x-www-form-urlencoded.");
  return refused ? { status: refused.statusCode, detail: refused.message } : { status: 500, requestId: request.id };
}
