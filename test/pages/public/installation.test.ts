import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sharp from "sharp";
import { aSite } from "../../support/world.ts";
import { formatId } from "#domain/platform/ids.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { database } from "../../support/databases/database.ts";
import { aFile } from "../../support/worlds/lessons.ts";

interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  background_color: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#0a7d4f"/></svg>';

void describe("A school that is installed as an app", () => {
  void test("has a manifest with its name and colors, and its initial as the icon", async () => {
    const site = await aSite({}, undefined, "Harbour School of Knots");
    const page = await site.browser().open("/");
    assert.match(page.body, /<link rel="manifest" href="\/manifest\.webmanifest" \/>/);
    assert.match(page.body, /<meta name="theme-color" content="#[0-9a-f]{6}"/);
    assert.match(String(page.response.headers["content-security-policy"]), /manifest-src 'self'/);
    const answer = await site.request("GET", "/manifest.webmanifest");
    assert.match(String(answer.headers["content-type"]), /^application\/manifest\+json/);
    const manifest = answer.json<Manifest>();
    assert.deepEqual(
      [manifest.name, manifest.short_name, manifest.start_url, manifest.scope, manifest.display],
      ["Harbour School of Knots", "Harbour", "/learn", "/", "standalone"],
    );
    assert.deepEqual(
      manifest.icons.map(({ type, purpose }) => [type, purpose]),
      [["image/svg+xml", "any maskable"]],
    );
    const icon = await site.request("GET", manifest.icons[0]!.src);
    assert.equal(icon.statusCode, 200);
    assert.match(icon.body, />H<\/text>/);
    assert.equal((await site.request("GET", "/app-icons/192.png")).statusCode, 404);
  });

  void test("has icons from its picture, in the sizes that systems need", async () => {
    const site = await aSite();
    const owner = await site.member({ roles: ["owner"] });
    const fileId = await aFile(site, owner, "icon.svg", Buffer.from(drawing));
    await database.run`
      update files set visibility = 'public' where site_id = ${site.site.id} and id = ${fileId}`;
    const operator = await operatorOf(site, "appearance:read appearance:write");
    const icon = { favicon_file_id: formatId("file", fileId) };
    assert.equal((await operator.patch("/appearance", icon, { "if-match": "*" })).statusCode, 200);
    const { icons } = (await site.request("GET", "/manifest.webmanifest")).json<Manifest>();
    assert.deepEqual(
      icons.map(({ sizes, purpose }) => [sizes, purpose]),
      [
        ["192x192", "any"],
        ["512x512", "any"],
        ["512x512", "maskable"],
      ],
    );
    for (const { src, sizes } of icons) {
      const answer = await site.request("GET", src);
      assert.equal(answer.headers["content-type"], "image/png");
      const { width, height } = await sharp(answer.rawPayload).metadata();
      assert.equal(`${width}x${height}`, sizes);
    }
    const maskable = sharp((await site.request("GET", icons[2]!.src)).rawPayload);
    const { data } = await maskable.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray(3 * (y * 512 + x), 3 * (y * 512 + x) + 3)];
    assert.deepEqual(at(256, 256), [0x0a, 0x7d, 0x4f]);
    assert.notDeepEqual(at(30, 256), [0x0a, 0x7d, 0x4f]);
    const page = await site.browser().open("/courses");
    assert.match(page.body, /<link rel="apple-touch-icon" href="\/app-icons\/touch-180\.png\?v=\d+" \/>/);
  });

  void test("shares its files with caches, without the cookie of a member who was idle", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const { body } = await browser.open("/courses");
    const style = /href="(\/assets\/site\.css[^"]*)"/.exec(body)?.[1] ?? assert.fail("no style");
    await database.run`
      update sessions set last_seen_at = now() - interval '10 minutes' where site_id = ${site.site.id}`;
    for (const path of ["/manifest.webmanifest", "/app-icons/initial.svg", style.replaceAll("&amp;", "&")]) {
      const { headers } = await browser.request("GET", path);
      assert.match(String(headers["cache-control"]), /^public/, path);
      assert.equal(headers["set-cookie"], undefined, path);
    }
    const page = await browser.request("GET", "/courses");
    assert.match(String(page.headers["set-cookie"]), /session/);
    assert.doesNotMatch(String(page.headers["cache-control"]), /public/);
  });
});
