import type { FastifyInstance } from "fastify";
import type { Site } from "#domain/platform/site/site.ts";
import { contextOf } from "#http/context.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { icon } from "#lib/look/site-icon.ts";
import { legacyVersions, modernVersions } from "./protocol.ts";

const version = productVersion();

/** Name and version of the server (MCP, `Implementation`), as every response of the modern era carries them. */
export const serverInfo = ({ name }: Site) => ({ name: "lectern", title: name, version });

/** Describes the server as hosts show it before the person connects it. */
export const fullServerInfo = (site: Site) => ({
  ...serverInfo(site),
  description: describe(site),
  websiteUrl: site.origin,
  icons: [{ src: icon(site.name), mimeType: "image/svg+xml", sizes: ["any"] }],
});

/** The description of a card has at most 100 characters. */
function describe({ name, description }: Site): string {
  const text = description.replaceAll(/\s+/g, " ").trim() || `Courses, events and memberships of ${name}`;
  const characters = Array.from(text);
  return characters.length <= 100 ? text : `${characters.slice(0, 99).join("").trimEnd()}…`;
}

/** The host in reverse order, which names the namespace of a registry entry: `example.school.learn/lectern`. */
function reverseName({ origin }: Site): string {
  const { hostname } = new URL(origin);
  const labels = hostname
    .replaceAll(/[^a-z0-9.-]/g, "")
    .split(".")
    .filter(Boolean);
  return `${labels.toReversed().join(".") || "localhost"}/lectern`;
}

const cardSchema = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const registrySchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

const identity = (site: Site) => ({
  name: reverseName(site),
  version,
  description: describe(site),
  title: Array.from(site.name).slice(0, 100).join(""),
  websiteUrl: site.origin,
});

/** A server card, as the draft of the protocol's extension describes it. */
const serverCard = (site: Site) => ({
  $schema: cardSchema,
  ...identity(site),
  icons: fullServerInfo(site).icons,
  remotes: ["/mcp", "/mcp/connect"].map((path) => ({
    type: "streamable-http",
    url: `${site.origin}${path}`,
    supportedProtocolVersions: [...modernVersions, ...legacyVersions],
  })),
});

/** The entry of the server in the MCP Registry, which the school publishes. The registry accepts icons at https URLs. */
const registryEntry = (site: Site) => ({
  $schema: registrySchema,
  ...identity(site),
  remotes: [{ type: "streamable-http", url: `${site.origin}/mcp` }],
});

/** The recommended location of the draft, and those of earlier drafts, which crawlers still read. */
const cardPaths = [
  "/mcp/server-card",
  "/.well-known/mcp/server-card.json",
  "/.well-known/mcp.json",
  "/.well-known/mcp",
];

/** Documents that describe the server to hosts, crawlers and registries before they connect. */
export function serverDocuments(app: FastifyInstance): void {
  for (const path of cardPaths) serve(app, path, "application/mcp-server-card+json", serverCard);
  serve(app, "/server.json", "application/json", registryEntry);
}

function serve(app: FastifyInstance, path: string, type: string, describeServer: (site: Site) => object): void {
  app.get(path, (request, reply) => {
    const { site } = contextOf(request);
    const isCardPath = path.endsWith("card");
    return reply
      .header("cache-control", "public, max-age=300")
      .type(isCardPath ? `${type}; charset=utf-8` : "application/json; charset=utf-8")
      .send(JSON.stringify(describeServer(site)));
  });
}
