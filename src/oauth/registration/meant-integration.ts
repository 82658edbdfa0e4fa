import type { SiteScope } from "#domain/platform/context.ts";
import { OAuthError, type OAuthErrorCode } from "../error.ts";
import type { IntegrationHere } from "../integrations/integration.ts";
import { matchesName, weightOf } from "../integrations/name-patterns.ts";
import { integrationsHere } from "../integrations/queries.ts";

/** Finds the integration that owns all of these callbacks and whose name the client carries. */
export async function integrationOfCallbacks(
  scope: SiteScope,
  redirectUris: readonly string[],
  name: string | null | undefined,
): Promise<IntegrationHere> {
  const integrations = await integrationsHere(scope);
  const owner = integrations.find((one) => redirectUris.every((uri) => one.redirectUris.includes(uri)));
  if (!owner) throw new OAuthError("invalid_redirect_uri", whyNone(integrations, redirectUris));
  requireEnabled(owner, "invalid_redirect_uri");
  if (typeof name === "string" && owner.namePatterns.some((pattern) => matchesName(pattern, name))) return owner;
  const what = typeof name === "string" ? "This client_name is not" : "client_name is missing: it must be";
  throw new OAuthError("invalid_client_metadata", `${what} that of ${owner.name}, which owns the callback.`);
}

/** Finds the integration that matches the name. Prefers enabled ones, then the most specific pattern. */
export async function integrationOfName(scope: SiteScope, name: string | null | undefined): Promise<IntegrationHere> {
  if (typeof name !== "string") {
    throw new OAuthError(
      "invalid_client_metadata",
      "redirect_uris and client_name are missing. Send loopback redirect_uris, or the client_name of an integration.",
    );
  }
  const best = (await integrationsHere(scope))
    .map((one) => ({ one, weight: heaviest(one, name) }))
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => Number(right.one.enabled) - Number(left.one.enabled) || right.weight - left.weight)[0]?.one;
  if (best) return requireEnabled(best, "invalid_client_metadata");
  throw new OAuthError(
    "invalid_client_metadata",
    "redirect_uris is missing, which is allowed only for integrations, and this site has none with this client_name.",
  );
}

const heaviest = ({ namePatterns }: IntegrationHere, name: string): number =>
  Math.max(0, ...namePatterns.filter((pattern) => matchesName(pattern, name)).map(weightOf));

function whyNone(integrations: readonly IntegrationHere[], redirectUris: readonly string[]): string {
  const isKnown = (uri: string) => integrations.some((one) => one.redirectUris.includes(uri));
  if (redirectUris.every(isKnown)) return "redirect_uris belong to several integrations: register each separately.";
  return "A fixed https callback must belong to an integration of this site. Register http://127.0.0.1:PORT/PATH, or ask the school.";
}

function requireEnabled(integration: IntegrationHere, code: OAuthErrorCode): IntegrationHere {
  if (integration.enabled) return integration;
  const { name, slug } = integration;
  throw new OAuthError(
    code,
    `${name} is not enabled at this site. An administrator of the site can enable it in the admin area; the server operator can enable it with: lectern integration enable ${slug}`,
  );
}
