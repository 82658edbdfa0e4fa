import type { Queries } from "#database/database.ts";
import { newId } from "#domain/platform/ids.ts";
import type { NewIntegration } from "./integration.ts";
import { allIntegrations, insertIntegrations } from "./queries.ts";

/**
 * Platforms that people use, each with the callbacks that its vendor has published. No site has any of them enabled
 * until its operator does so.
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
    // docs.n8n.io, OAuth2 credentials on n8n Cloud; an n8n of one's own has a callback of its own
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

/** Adds those that the installation does not know yet; what an operator has made of the others stays. */
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
