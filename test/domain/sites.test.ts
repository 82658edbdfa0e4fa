import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { findSite, findSiteByHost } from "#domain/platform/site/queries.ts";
import { database } from "../support/databases/database.ts";

const now = new Date();
const aHost = () => `${newId()}.example.test`;
const create = (input: Parameters<typeof createSite>[1]) => createSite(database, input, now);

void test("A site is found by its host, with its own settings and defaults for the others", async () => {
  const host = aHost();
  const settings = { signing: "off", betaFeatures: ["mcp_connections"] } as const;
  const site = await create({
    origin: `https://${host.toUpperCase()}/`,
    name: " Harbour School ",
    settings: { ...settings, betaFeatures: [...settings.betaFeatures] },
  });
  assert.deepEqual([site.origin, site.host, site.name], [`https://${host}`, host, "Harbour School"]);
  assert.deepEqual(await findSiteByHost(database, host), site);
  assert.deepEqual([site.settings.signing, site.settings.accessTokenLifetime], ["off", 7200]);
  const stored = await database.first<{ settings: object }>`select settings from sites where id = ${site.id}`;
  assert.deepEqual(stored?.settings, settings);
});

void test("Two sites cannot share a host, even with different schemes, and the error explains that", async () => {
  const port = 1024 + (Number.parseInt(newId().slice(-4), 16) % 60_000);
  await create({ origin: `http://[::1]:${port}`, name: "One" });
  const again = create({ origin: `https://[::1]:${port}`, name: "Other" });
  await assert.rejects(again, { code: "conflict", message: /already/ });
});

void test("Only loopback hosts are served without encryption", async () => {
  await assert.rejects(create({ origin: `http://${aHost()}`, name: "X" }), {
    code: "validation_failed",
    message: /https/,
  });
  await assert.rejects(create({ origin: "http://127.0.0.1.example.test", name: "X" }), { code: "validation_failed" });
  for (const host of [`${newId()}.localhost`, `127.8.9.${Number.parseInt(newId().slice(-2), 16)}:4`]) {
    const { id } = await create({ origin: `http://${host}`, name: "X" });
    assert.equal((await findSite(database, id))?.host, host);
  }
});

void test("Invalid origins, names and languages are rejected with their field", async () => {
  const right = { origin: `https://${aHost()}`, name: "X" };
  const wrong = [
    ["/origin", { origin: "school.example" }],
    ["/origin", { origin: `${right.origin}/path` }],
    ["/origin", { origin: "https://ana:secret@school.example" }],
    ["/origin", { origin: "ftp://school.example" }],
    ["/name", { name: " " }],
    ["/name", { name: "x".repeat(101) }],
    ["/locale", { locale: "tw_ZH" }],
    ["/locale", { locale: "de" }],
    ["/locale", { locale: "zh-tw" }],
    ["/settings/accessTokenLifetime", { settings: { accessTokenLifetime: 0 } }],
  ] as const;
  for (const [pointer, change] of wrong) {
    await assert.rejects(
      create({ ...right, ...change }),
      (error: { code: string; details: { errors: { pointer: string }[] } }) => {
        assert.deepEqual([error.code, error.details.errors[0]!.pointer], ["validation_failed", pointer]);
        return true;
      },
    );
  }
});
