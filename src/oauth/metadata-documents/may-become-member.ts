import type { Site } from "#domain/site/sites/site.ts";
import type { Audience } from "../clients/client.ts";

/**
 * A site has member clients from the day on which it switches MCP connections on, however they come to be; switching
 * that off later takes nothing from those there are, which can still be decided about.
 */
export const mayBecomeMember = ({ settings }: Pick<Site, "settings">, { audience }: { audience: Audience }): boolean =>
  audience === "member" || settings.betaFeatures.includes("mcp_connections");
