import type { FastifyReply } from "fastify";
import { providerOfDomain } from "#domain/people/identity-providers/provider.ts";
import { findProviderInsteadOfPassword, listActiveProviders } from "#domain/people/identity-providers/queries.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { mustSignInAgain } from "#oauth/next-step.ts";
import { pageOf, type PageRequest } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { insteadOfPassword } from "../../views/sign-in/providers/provider-message.ts";
import { returnToOf } from "../return-to.ts";
import { wayOf } from "./provider-form.ts";

/** The button for people of an organization, beside the password. */
export const companyButton = { name: "via", value: "provider" } as const;

interface Entered {
  email: string;
  password: string;
  /** True if the person pressed the button for organizations. */
  isAsked: boolean;
}

/**
 * Leads the address of an organization to its provider, if the person asks for it, gives no password, or has none there.
 * Only the domain decides, so that the response does not reveal accounts. Returns undefined for other addresses.
 */
export async function leadToProvider(
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
  { email, password, isAsked }: Entered,
): Promise<FastifyReply | undefined> {
  const provider = providerOfDomain(await listActiveProviders(pageRequest.context), email);
  if (!provider || !(isAsked || password === "" || provider.passwordsOff)) return undefined;
  const { leaveForProvider } = await import("./leave-for-provider.ts");
  return leaveForProvider(pageRequest, provider, {
    purpose: "sign_in",
    authorizationId: pending?.id ?? null,
    returnTo: returnToOf(pageRequest.request) ?? null,
    loginHint: email.trim(),
    again: pending !== undefined && mustSignInAgain(pending.request),
    uiLocales: pending?.request.uiLocales,
  });
}

/** In place of a page about a password: shows the provider of a domain that signs in without one. */
export async function showInsteadOfPassword(
  pageRequest: PageRequest,
  email: string,
  pending?: PendingAuthorization,
): Promise<FastifyReply | undefined> {
  const { context, reply, csrf, request } = pageRequest;
  const provider = await findProviderInsteadOfPassword(context, email);
  if (!provider) return undefined;
  const way = wayOf(provider, pending, returnToOf(request));
  return sendPage(reply, insteadOfPassword(pageOf(pageRequest, pending?.request.uiLocales), way, csrf));
}
