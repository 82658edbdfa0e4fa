import type { FastifyReply } from "fastify";
import type { IdentityProvider } from "#domain/people/identity-providers/provider.ts";
import { ProviderError } from "#domain/people/identity-providers/provider-error.ts";
import { beginRequest, type ProviderRequest } from "#domain/people/identity-providers/requests.ts";
import { authorizationAddress } from "#domain/people/identity-providers/upstream/authorization-address.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { networkOf } from "#lib/network.ts";
import { pageOf, type PageRequest } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { leaving } from "../../views/sign-in/providers/leaving.ts";
import { showProviderProblem } from "./provider-problem.ts";

interface Leaving extends Omit<ProviderRequest, "sessionId"> {
  /** Address that the person has typed. */
  loginHint?: string | undefined;
  /** The person has to sign in at the provider again. */
  again?: boolean;
  /** The signed-in person confirms their identity. */
  confirms?: boolean;
  /** Encrypted form that is shown again after the response. */
  unsaved?: string | undefined;
  uiLocales?: string | null | undefined;
}

/** Sends the browser to an identity provider. The response comes back to `/sign-in/with/{provider}/callback`. */
export async function leaveForProvider(
  pageRequest: PageRequest,
  provider: IdentityProvider,
  { loginHint, again = false, confirms = false, unsaved, uiLocales, ...request }: Leaving,
): Promise<FastifyReply> {
  const { context, browser, session, reply } = pageRequest;
  await requireWithin(context, limits.providerSignInPerAddress, networkOf(context.address));
  const sessionId = request.purpose === "sign_in" && !confirms ? null : (session?.id ?? null);
  try {
    const begun = { ...request, sessionId, browser, isAgain: again, unsaved };
    const secrets = await beginRequest(context, provider.id, begun);
    const address = await authorizationAddress(context, provider, secrets, { loginHint });
    reply.header("refresh", `0; url=${address}`);
    return sendPage(reply, leaving(pageOf(pageRequest, uiLocales), { provider: provider.name, address }));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return showProviderProblem(pageRequest, provider, { ...request, sessionId }, error);
  }
}
