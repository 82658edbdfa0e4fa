import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { operatorOf } from "../../rest/support/operator.ts";
import { aSite } from "../../support/world.ts";

const html = { headers: { accept: "text/html" } };

void test("Entries of the menu for members are shown to members only, also after a member or a visitor opened the page", async () => {
  for (const isMemberFirst of [true, false]) {
    const site = await aSite();
    const operator = await operatorOf(site, "appearance:read appearance:write");
    const navigation = [
      { label: "For-members", href: "/courses", visible_to: "signed_in" },
      { label: "For-guests", href: "/courses", visible_to: "signed_out" },
    ];
    const response = await operator.put("/appearance/navigation", { navigation }, { "if-match": "*" });
    assert.equal(response.statusCode, 200, response.body);
    const browser = await site.signedIn(await site.member());
    const read = {
      member: async () => (await browser.open("/courses")).body,
      visitor: async () => (await site.get("/courses", html)).body,
    };
    for (const who of isMemberFirst ? (["member", "visitor"] as const) : (["visitor", "member"] as const)) {
      const body = await read[who]();
      assert.deepEqual(
        [body.includes("For-members"), body.includes("For-guests")],
        [who === "member", who === "visitor"],
      );
    }
  }
});

void test("The error of a condition on a kept page is an error page in each encoding", async () => {
  const site = await aSite();
  await site.get("/courses", html);
  for (const encoding of ["identity", "gzip", "br"]) {
    for (const [condition, status] of [
      ['"x"', 412],
      ["bad", 400],
    ] as const) {
      const headers = { accept: "text/html", "accept-encoding": encoding, "if-match": condition };
      const { statusCode, rawPayload, headers: own } = await site.get("/courses", { headers });
      assert.equal(statusCode, status);
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(own["content-encoding"])];
      assert.doesNotMatch((decode?.(rawPayload) ?? rawPayload).toString(), /<title>Courses/);
    }
  }
});
