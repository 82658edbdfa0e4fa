import { type IdentityProvider, pathOfProvider } from "#domain/people/identity-providers/provider.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { withAuthorization } from "#pages/authorization/authorization-of.ts";
import type { ProviderWay } from "#pages/views/sign-in/providers/provider-buttons.ts";
import { withReturnTo } from "../return-to.ts";

/** Returns the form that begins a sign-in with a provider. */
export const wayOf = (
  { id, name }: Pick<IdentityProvider, "id" | "name">,
  pending: PendingAuthorization | undefined,
  returnTo: string | undefined,
): ProviderWay => ({
  name,
  action: withAuthorization(pathOfProvider(formatId("identityProvider", id)), pending, withReturnTo(returnTo)),
});
