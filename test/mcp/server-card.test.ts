import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { assertOk } from "../support/assert-status.ts";
import { aSite } from "../support/world.ts";
import { agentAt } from "./support/agent.ts";

const packageFile = readFileSync(path.join(import.meta.dirname, "../../package.json"), "utf8");
const { version } = JSON.parse(packageFile) as { version: string };

interface Described {
  $schema: string;
  name: string;
  title: string;
  version: string;
  description: string;
  websiteUrl: string;
  icons?: { src: string; mimeType: string; sizes: string[] }[];
  remotes: { type: string; url: string; supportedProtocolVersions?: string[] }[];
}

void test("The server describes itself to hosts with its version, address and icon", async () => {
  const site = await aSite();
  const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { serverInfo } = await agentAt(site).ask<{ serverInfo: Described }>("initialize", initialize);
  assert.deepEqual(
    [serverInfo.name, serverInfo.title, serverInfo.version, serverInfo.websiteUrl],
    ["lectern", site.site.name, version, site.origin],
  );
  const [icon] = serverInfo.icons!;
  assert.match(icon!.src, /^data:image\/svg\+xml,%3Csvg/);
  assert.deepEqual([icon!.mimeType, icon!.sizes], ["image/svg+xml", ["any"]]);
});

void test("The server card and the registry entry follow the rules of their schemas", async () => {
  const site = await aSite({}, "https://learn.harbour-school.example");
  const cardPaths = [
    "/mcp/server-card",
    "/.well-known/mcp/server-card.json",
    "/.well-known/mcp.json",
    "/.well-known/mcp",
  ];
  const read = async (address: string) => {
    const response = await site.request("GET", address);
    assertOk(response);
    assert.equal(response.headers["access-control-allow-origin"], "*", address);
    return response.json<Described>();
  };
  const [card, ...copies] = await Promise.all(cardPaths.map(read));
  for (const copy of copies) assert.deepEqual(copy, card);
  const entry = await read("/server.json");
  for (const described of [card!, entry]) {
    assert.equal(described.name, "example.harbour-school.learn/lectern");
    assert.match(described.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    assert.deepEqual([described.version, described.websiteUrl], [version, site.origin]);
    for (const text of [described.title, described.description]) assert.ok(text.length >= 1 && text.length <= 100);
    for (const { type, url } of described.remotes) {
      assert.equal(type, "streamable-http");
      assert.ok(url.startsWith(`${site.origin}/mcp`));
    }
  }
  assert.match(card!.$schema, /\/schemas\/v1\/server-card\.schema\.json$/);
  assert.match(entry.$schema, /\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/);
  assert.ok(card!.remotes[0]!.supportedProtocolVersions!.includes("2026-07-28"));
});
