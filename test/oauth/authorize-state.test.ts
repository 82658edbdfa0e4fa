import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, aSite, authorizeUrl } from "../support/world.ts";
import { askInVain } from "./support/ask.ts";

const maxLength = 8192;

void test("A state of 8,192 characters is returned unchanged in responses and in errors", async () => {
  const site = await aSite();
  const [client, member] = [await site.operatorClient(), await site.member()];
  for (const state of ["s".repeat(maxLength), '%+&= "<é'.repeat(1024)]) {
    const { state: returned, code } = await site.allow(client, member, "openid", { state });
    assert.equal(returned, state);
    assert.match(code, /^lac_/);
    const refused = await askInVain(site, client, { state, response_type: "token" }, site.browser());
    assert.deepEqual([refused.error, refused.state], ["unsupported_response_type", state]);
  }
});

void test("A longer state is invalid_request", async () => {
  const site = await aSite();
  const client = await site.operatorClient();
  const { url } = authorizeUrl(client, { state: "s".repeat(maxLength + 1) });
  assert.equal(answerOf(await site.browser().open(url)).error, "invalid_request");
});
