import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { addressOf, kinds, publishEverything } from "../support/worlds/published.ts";
import { type ASite, aSite } from "../support/world.ts";

const lists = Object.values(kinds).flatMap(({ list }) => list ?? []);
const page = { headers: { accept: "text/html" } };

void describe("public content of a site", () => {
  let site: ASite;

  before(async () => {
    site = await aSite();
    await publishEverything(site);
    // Content of another site must not appear either.
    await publishEverything(await aSite());
  });

  const documents = ["/llms.txt", "/index.md", "/pricing.md", "/sitemap.xml", ...lists.map((list) => `/${list}.md`)];
  for (const path of [
    ...documents,
    "/",
    ...lists.map((list) => `/${list}`),
    ...lists.map((list) => `/${list}?q=secret`),
  ]) {
    void test(`${path} names nothing private, unlisted, draft or deleted`, async () => {
      const { statusCode, body } = await site.get(path, page);
      assert.equal(statusCode, 200);
      assert.doesNotMatch(
        body.replaceAll(/q=secret|value="secret"|<bdi class="foreign">secret<\/bdi>/g, ""),
        /secret/i,
      );
    });
  }

  for (const [kind, { list, hidden, known = {} }] of Object.entries(kinds)) {
    void test(`A public ${kind} is in its list, in llms.txt and in the sitemap, and has a page and a document`, async () => {
      const address = addressOf(kind, "shown");
      const [shown, document] = [await site.get(address, page), await site.get(`${address}.md`)];
      assert.deepEqual([shown.statusCode, document.statusCode], [200, 200]);
      assert.ok(shown.body.includes(`Shown ${kind}`));
      assert.ok(shown.body.includes(`<link rel="canonical" href="${site.origin}${address}" />`));
      assert.ok(!shown.body.includes('name="robots"'));
      assert.match(document.body, new RegExp(`^# Shown ${kind}\n`));
      assert.ok((await site.get("/llms.txt")).body.includes(`(${site.origin}${address}.md)`));
      if (list !== undefined) {
        assert.ok((await site.get(`/${list}`, page)).body.includes(`href="${address}"`));
        assert.ok((await site.get(`/${list}.md`)).body.includes(`(${site.origin}${address}.md)`));
      }
      const mapped = await partsOf(site);
      assert.ok(mapped.includes(`<loc>${site.origin}${address}</loc>`), mapped);
      assert.ok(!/secret/i.test(mapped), mapped);
    });

    for (const name of Object.keys(hidden)) {
      void test(`A ${kind} that is ${name} has neither a page nor a document`, async () => {
        const address = addressOf(kind, name);
        const answers = [
          await site.get(address, page),
          await site.get(`${address}.md`),
          await site.get(address, { headers: { accept: "text/markdown" } }),
        ];
        for (const { statusCode, body } of answers) {
          assert.equal(statusCode, 404);
          assert.doesNotMatch(body, new RegExp(`Secret ${kind}`));
        }
      });
    }

    for (const name of Object.keys(known)) {
      void test(`A ${kind} that is ${name} is readable at its address`, async () => {
        const address = addressOf(kind, name);
        const shown = await site.get(address, page);
        assert.equal(shown.statusCode, 200);
        assert.equal((await site.get(`${address}.md`)).statusCode, 200);
        if (name === "unlisted") assert.ok(shown.body.includes('<meta name="robots" content="noindex" />'));
      });
    }
  }
});

/** All parts that the sitemap index lists. */
async function partsOf(site: ASite): Promise<string> {
  const index = (await site.get("/sitemap.xml")).body;
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!));
  const answers = await Promise.all(parts.map(({ pathname, search }) => site.get(`${pathname}${search}`)));
  for (const { statusCode, headers } of answers) {
    assert.equal(statusCode, 200);
    assert.match(String(headers["content-type"]), /^application\/xml/);
  }
  return answers.map(({ body }) => body).join("\n");
}
