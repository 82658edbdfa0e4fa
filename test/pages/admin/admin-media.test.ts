import assert from "node:assert/strict";
import { test } from "node:test";
import { auditOf } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const path = "/admin/settings/media";

void test("Owners allow up to ten HTTPS origins of media, and the page names the line that is wrong", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const save = async (origins: string) => browser.submit(await browser.open(path), { origins }, path);
  const saved = await save("https://CDN.example/\r\n\r\nhttps://films.example:8443\r\nhttps://cdn.example");
  assert.equal(saved.address, `${path}?done=saved`);
  assert.match(saved.body, /Your changes have been saved\./);
  assert.match(saved.body, />\nhttps:\/\/cdn\.example\nhttps:\/\/films\.example:8443<\/textarea>/);
  assert.ok((await auditOf(site)).some(({ action }) => action === "changeSettings"));

  const wrong = ["http://cdn.example", "https://cdn.example/films", "cdn.example", "https://*.example", "'self'"];
  const separators = ["https://cdn;sandbox.example", "https://cdn,x.example", "https://[2001:db8::1]", "data:"];
  for (const origin of [...wrong, ...separators]) {
    const refused = await save(`https://ok.example\n${origin}`);
    assert.equal(refused.status, 422, origin);
    assert.match(textOf(refused), /Line 2 is not an origin like https:\/\/cdn\.example/, origin);
    assert.ok(refused.body.includes("https://ok.example"), origin);
  }
  const many = await save(Array.from({ length: 11 }, (_, index) => `https://cdn${index}.example`).join("\n"));
  assert.equal(many.status, 422);
  assert.match(textOf(many), /Enter at most 10 origins\./);
  assert.match((await browser.open(path)).body, /films\.example:8443<\/textarea>/, "Refused input changes nothing.");
  assert.match((await save("")).body, /name="origins"[^>]*>\n<\/textarea>/);
});
