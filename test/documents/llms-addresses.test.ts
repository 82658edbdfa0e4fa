import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk } from "../support/assert-status.ts";
import { anInhabitedSite } from "../support/worlds/inhabited-site.ts";

void test("Every address of llms.txt exists, as Markdown or JSON, and guides are in the Optional section", async () => {
  const { site } = await anInhabitedSite("Sounding");
  const overview = await site.request("GET", "/llms.txt");
  assertOk(overview);
  const addresses = [...overview.body.matchAll(/\]\((https?:[^)\s]+)\)/g)].map(([, address]) => address!);
  assert.ok(addresses.length > 20, overview.body);
  for (const address of new Set(addresses)) {
    assert.ok(address.startsWith(`${site.origin}/`), address);
    const response = await site.request("GET", address.slice(site.origin.length));
    assertOk(response);
    assert.match(String(response.headers["content-type"]), /^(text\/markdown|application\/json)/, address);
  }
  const [, optional] = overview.body.split("\n## Optional\n");
  assert.match(optional!, /\/docs\.md\)/);
  assert.doesNotMatch(optional!, /\n## /);
});
