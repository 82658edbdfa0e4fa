import { formatScopes } from "#access/scopes.ts";
import { textTable } from "#lib/text/text-table.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import type { Integration, IntegrationView } from "#oauth/integrations/integration.ts";

export const integrationDocument = ({ id, ...integration }: Integration) => ({
  clientId: formatClientId(id),
  ...integration,
});

export const describeIntegration = ({ id, slug, name, namePatterns, redirectUris, scopes }: Integration) =>
  textTable([
    ["Integration", slug],
    ["Name", name],
    ["Client ID", formatClientId(id)],
    ...namePatterns.map((pattern, index) => [index === 0 ? "Registers as" : "", pattern]),
    ...redirectUris.map((uri, index) => [index === 0 ? "Callbacks" : "", uri]),
    ["Scopes", scopes === null ? "all except account scopes" : formatScopes(scopes)],
  ]);

/** The new state in one line. */
export const switchedText = ({ name, clientId, enabled }: IntegrationView, origin: string) =>
  enabled
    ? `${name} is enabled at ${origin}. It registers itself there; its client_id is ${formatClientId(clientId)}.`
    : `${name} is disabled at ${origin}. Its tokens there are rejected until it is enabled again.`;
