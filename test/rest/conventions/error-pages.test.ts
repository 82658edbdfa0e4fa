import assert from "node:assert/strict";
import { test } from "node:test";
import { problemTypes } from "#rest/problem-types.ts";
import { aSite } from "../../support/world.ts";

for (const code of Object.keys(problemTypes)) {
  void test(`The type URI of ${code} is the address of an existing page`, async () => {
    const site = await aSite();
    const response = await site.get(`/docs/errors/${code}`);
    assert.equal(response.statusCode, 200);
    assert.match(response.body, new RegExp(`<code>${code}</code>`));
  });
}
