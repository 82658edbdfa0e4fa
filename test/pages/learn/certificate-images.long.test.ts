import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sharp from "sharp";
import { contentOf } from "#database/content/content-of.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { verifyBadge } from "../../support/verifier/verify-badge.ts";
import { type ASite, aSite } from "../../support/world.ts";
import { aCourse, enrollMember, finish } from "../../support/worlds/lessons.ts";

async function aCertificate({ name = "Ana <Lima> & co" } = {}) {
  const site = await aSite();
  const course = await aCourse(site, [[{}]], { course: { name: "Knots & ties" } });
  await database.run`
    update courses set certificate_months = 0 where site_id = ${site.site.id} and id = ${course.id}`;
  const member = await site.member({ name });
  await enrollMember(site, member, course);
  await finish(await site.signedIn(member), course.lessons[0]!);
  const { serial } = await database.one<{ serial: string }>`
    select serial from certificates where site_id = ${site.site.id}`;
  return { site, serial, path: `/certificates/${serial}` };
}

const from = (site: ASite) => async (address: string) => {
  const { statusCode, headers, body } = await site.get(new URL(address).pathname);
  return { statusCode, contentType: headers["content-type"]?.toString(), body };
};

/** The text of the first iTXt chunk (https://www.w3.org/TR/png-3/#11iTXt), with its keyword. */
function textIn(png: Buffer): { keyword: string; text: string } {
  const at = png.indexOf("iTXt");
  const content = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  const end = content.indexOf(0);
  assert.deepEqual([...content.subarray(end, end + 5)], [0, 0, 0, 0, 0], "Not compressed, without a language.");
  return { keyword: content.toString("latin1", 0, end), text: content.toString("utf8", end + 5) };
}

void describe("The image of a certificate", () => {
  void test("is an SVG and a PNG for anyone with the serial, and runs nothing", async () => {
    const { site, path } = await aCertificate();
    const svg = await site.get(`${path}/image.svg`);
    assertStatus(svg, 200);
    assert.match(String(svg.headers["content-type"]), /^image\/svg\+xml/);
    assert.match(String(svg.headers["content-security-policy"]), /^default-src 'none'.*sandbox/);
    assert.match(svg.body, /<title>Certificate of completion: Knots &amp; ties<\/title>/);
    assert.doesNotMatch(svg.body, /<script|<text|font|href="http/);
    const png = await site.get(`${path}/image.png`);
    const { format, width, height } = await sharp(png.rawPayload).metadata();
    assert.equal(format, "png");
    assert.ok(width > 1500 && Math.abs(width / height - Math.SQRT2) < 0.01, `${width} × ${height}`);
    const browser = site.browser({ "if-none-match": String(svg.headers.etag) });
    assertStatus(await browser.request("GET", `${path}/image.svg`), 304);
  });

  void test("is different after a change of the look of the school, and absent once revoked", async () => {
    const { site, path, serial } = await aCertificate();
    const before = await site.get(`${path}/image.svg`);
    await database.run`
      insert into appearances (site_id, colors, version, created_at, updated_at)
      values (${contentOf(site.site.id)}, '{"primary":"#8a1c1c"}'::jsonb, 7, now(), now())`;
    const after = await site.get(`${path}/image.svg`);
    assert.notEqual(after.headers.etag, before.headers.etag);
    assert.ok(after.body.includes("#8a1c1c") && !before.body.includes("#8a1c1c"));
    await database.run`
      update certificates set status = 'revoked', revoked_at = now()
       where site_id = ${site.site.id} and serial = ${serial}`;
    for (const name of ["image.svg", "image.png", "badge.svg", "badge.png"]) {
      assertStatus(await site.get(`${path}/${name}`), 404);
    }
  });
});

void test("A badge as PNG and as SVG contains the credential, which verifiers accept", async () => {
  const { site, path } = await aCertificate();
  const png = await site.get(`${path}/badge.png`);
  assert.match(String(png.headers["content-disposition"]), /attachment; filename="badge-.+\.png"/);
  const { keyword, text } = textIn(png.rawPayload);
  assert.equal(keyword, "openbadgecredential");
  const { width, height } = await sharp(png.rawPayload).metadata();
  assert.equal(width, height);
  const svg = await site.get(`${path}/badge.svg`);
  const found =
    /^<svg xmlns:openbadges="https:\/\/purl\.imsglobal\.org\/ob\/v3p0"[^>]*><openbadges:credential verify="([^"]+)"\/>/;
  const baked = found.exec(svg.body)?.[1];
  assert.ok(baked !== undefined, svg.body.slice(0, 300));
  await sharp(Buffer.from(svg.body)).metadata();
  for (const jwt of [text, baked]) {
    const { badge, revoked } = await verifyBadge(jwt, from(site), now());
    assert.deepEqual([badge.id, revoked], [`${site.origin}${path}/badge`, false]);
  }
});
