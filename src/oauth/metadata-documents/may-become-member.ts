import type { Site } from "#domain/platform/site/site.ts";
import type { Audience } from "#oauth/clients/audience.ts";

/**
 * A client can become a member client once the site enables MCP connections. Disabling them later keeps existing
 * member clients, which can still be reviewed.
 */
export const mayBecomeMember = ({ settings }: Pick<Site, "settings">, { audience }: { audience: Audience }): boolean =>
  audience === "member" || settings.betaFeatures.includes("mcp_connections");
