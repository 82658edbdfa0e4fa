import type { Queries } from "#database/database.ts";
import { newId } from "#domain/platform/ids.ts";
import type { NewIntegration } from "./integration.ts";
import { allIntegrations, insertIntegrations } from "./queries.ts";

/**
 * Integrations shipped with Lectern, with the callbacks published by their vendors. All are disabled until an operator
 * enables them.
 */
const shipped: readonly NewIntegration[] = [
  {
    // support.claude.com, "Building custom connectors via remote MCP servers"
    slug: "claude",
    name: "Claude",
    namePatterns: ["Claude", "claudeai"],
    redirectUris: ["https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"],
    scopes: null,
  },
  {
    // developers.openai.com, "Authentication": the callback for servers that identify themselves (RFC 9207)
    slug: "chatgpt",
    name: "ChatGPT",
    namePatterns: ["ChatGPT"],
    redirectUris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
    scopes: null,
  },
  {
    // docs.n8n.io, OAuth2 credentials on n8n Cloud; a self-hosted n8n has a callback of its own
    slug: "n8n-cloud",
    name: "n8n Cloud",
    namePatterns: ["n8n", "n8n Cloud"],
    redirectUris: ["https://oauth.n8n.cloud/oauth2/callback"],
    scopes: null,
  },
  {
    // www.perplexity.ai/help-center, "Adding custom remote connectors"
    slug: "perplexity",
    name: "Perplexity",
    namePatterns: ["Perplexity"],
    redirectUris: [
      "https://www.perplexity.ai/rest/connections/oauth_callback",
      "https://enterprise.perplexity.ai/rest/connections/oauth_callback",
    ],
    scopes: null,
  },
  {
    // www.postman.com/.well-known/oauth/client-metadata.json
    slug: "postman",
    name: "Postman",
    namePatterns: ["Postman"],
    redirectUris: ["https://oauth.pstmn.io/v1/callback", "https://oauth.pstmn.io/v1/browser-callback"],
    scopes: null,
  },
];

/** Adds missing integrations. Changes by operators to existing ones are kept. */
export async function addShippedIntegrations(db: Queries, now: Date): Promise<void> {
  const known = await allIntegrations(db);
  const missing = shipped.filter(
    ({ slug, redirectUris }) =>
      !known.some((one) => one.slug === slug || one.redirectUris.some((uri) => redirectUris.includes(uri))),
  );
  if (missing.length === 0) return;
  await insertIntegrations(
    db,
    missing.map((integration) => ({ id: newId(), ...integration, createdAt: now, updatedAt: now })),
  );
}
