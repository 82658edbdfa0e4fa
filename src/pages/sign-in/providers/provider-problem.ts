import type { FastifyReply } from "fastify";
import type { IdentityProvider } from "#domain/people/identity-providers/provider.ts";
import type { ProviderError } from "#domain/people/identity-providers/provider-error.ts";
import { isConfirmation, type ProviderRequest } from "#domain/people/identity-providers/requests.ts";
import { formatId } from "#domain/platform/ids.ts";
import { pageOf, type PageRequest } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { providerProblem, type ProviderProblem } from "../../views/sign-in/providers/provider-message.ts";
import { testResult } from "../../views/sign-in/providers/test-result.ts";
import { withReturnTo } from "../return-to.ts";

/** Settings of a provider in the admin area. */
export const settingsOf = (providerId: string): string =>
  `/admin/settings/sign-in/${formatId("identityProvider", providerId)}`;

/** Reports a failure: its detail to the owner who tests the provider, and to the log. */
export function showProviderProblem(
  pageRequest: PageRequest,
  provider: IdentityProvider,
  request: ProviderRequest,
  error: ProviderError,
): FastifyReply {
  if (request.purpose !== "test") {
    pageRequest.request.log.warn({ err: error, provider: provider.name }, "a sign-in with a provider failed");
    return sendProviderProblem(pageRequest, error.kind, provider, request);
  }
  const view = { provider: provider.name, back: settingsOf(provider.id), outcome: { error: error.message } };
  return sendPage(pageRequest.reply, testResult(pageOf(pageRequest), view), { status: 400 });
}

/** Shows why there is no sign-in, with a way to begin again. */
export function sendProviderProblem(
  pageRequest: PageRequest,
  kind: ProviderProblem,
  provider: Pick<IdentityProvider, "name">,
  request: ProviderRequest,
): FastifyReply {
  const { purpose, authorizationId, returnTo } = request;
  const query = new URLSearchParams({
    ...(authorizationId !== null && { authorization: formatId("authorization", authorizationId) }),
    ...withReturnTo(returnTo ?? undefined),
  });
  const path = isConfirmation(request) ? "/account/confirm" : "/sign-in";
  const signIn = query.size > 0 ? `${path}?${query.toString()}` : path;
  const again = purpose === "connect" ? "/account/sign-in" : signIn;
  const view = { kind, provider: provider.name, again, confirms: isConfirmation(request) };
  const status = kind === "unreachable" ? 503 : kind === "closed" ? 403 : 400;
  return sendPage(pageRequest.reply, providerProblem(pageOf(pageRequest), view), { status });
}
