import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { removeReleasedObjects } from "#domain/files/files/jobs/remove-released-objects.ts";
import { hour, later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aPicture, pngOf } from "../../support/worlds/pictures.ts";
import { csrfOf, picturePath, saveProfile, withPicture } from "../../support/worlds/profile-form.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { storage } from "../../support/worlds/storage.ts";
import { aSite, type ASite } from "../../support/world.ts";

const png = (size = {}) => ({ name: "me.png", type: "image/png", bytes: aPicture({ width: 20, height: 20, ...size }) });
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`;

const heldObjects = async ({ site }: ASite) =>
  (
    await database.many`
      select id from stored_objects where site_id = ${site.id} and released_at is null`
  ).length;

/** Width and height in the header of a PNG. */
const sizeOf = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

void describe("The profile form of the account page", () => {
  void test("stores a picture as a square, serves it publicly, and does not disclose its file name", async () => {
    const site = await aSite();
    const { path, browser } = await withPicture(site, await site.member(), { width: 700, height: 600 });
    const served = await site.get(path);
    assert.equal(served.statusCode, 200);
    assert.equal(served.headers["content-type"], "image/png");
    assert.deepEqual(sizeOf(served.rawPayload), [512, 512]);
    assert.match(String(served.headers["content-disposition"]), /^inline; filename\*=UTF-8''picture\.png$/);
    const narrow = await withPicture(site, await site.member(), { width: 30, height: 90 });
    assert.deepEqual(sizeOf((await site.get(narrow.path)).rawPayload), [30, 30]);
    assert.match((await browser.open("/account?done=profile_saved")).body, /Your profile has been updated\./);
  });

  void test("changes the name with an audit entry and events, and nothing if nothing differs", async () => {
    const site = await aSite();
    const member = await site.member({ name: "Ana Lima" });
    const browser = await site.signedIn(member);
    for (let times = 0; times < 2; times++) {
      const saved = await saveProfile(site, browser, { name: "  Ana <b>Souza</b> " });
      assert.deepEqual([saved.statusCode, saved.headers.location], [303, "/account?done=profile_saved"]);
    }
    const { body } = await browser.open("/account");
    assert.match(body, /<h1><bdi[^>]*>Ana &lt;b&gt;Souza&lt;\/b&gt;/);
    const entries = (await auditOf(site)).filter(({ action }) => action === "updateOwnProfile");
    assert.deepEqual(
      entries.map(({ actorKind, memberId, resourceId }) => [actorKind, memberId, resourceId]),
      [["person", member.id, member.sub]],
    );
    const events = (await outboxOf(site)).filter(({ type }) => type.endsWith(".updated"));
    assert.deepEqual(events.map(({ type }) => type).toSorted(), ["member.updated", "student.updated"]);
  });

  void test("rejects invalid names and keeps the input", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    for (const name of ["", "x".repeat(201), "two\nlines"]) {
      const refused = await saveProfile(site, browser, { name });
      assert.equal(refused.statusCode, 422, name);
      assert.match(refused.body, /<details open>/);
      assert.match(refused.body, /role="alert"/);
    }
    assert.match((await saveProfile(site, browser, { name: "x".repeat(201) })).body, /value="x{201}"/);
    assert.match((await browser.open("/account")).body, /<h1><bdi[^>]*>Ana Lima/);
  });

  void test("deletes the picture that it replaces or removes, with its bytes", async () => {
    const site = await aSite();
    const { browser, path } = await withPicture(site, await site.member());
    assert.equal((await saveProfile(site, browser, {}, png())).statusCode, 303);
    const second = (await picturePath(browser))!;
    assert.notEqual(second, path);
    assert.equal((await site.get(path)).statusCode, 404);
    assert.equal(await heldObjects(site), 1);
    assert.equal((await saveProfile(site, browser, { name: "Ana" })).statusCode, 303);
    assert.equal(await picturePath(browser), second, "A form without a file keeps the picture.");

    const csrf = await csrfOf(browser);
    assert.equal((await browser.open("/account/picture/remove", { csrf })).address, "/account?done=picture_removed");
    assert.equal(await picturePath(browser), undefined);
    assert.equal((await site.get(second)).statusCode, 404);
    assert.equal(await heldObjects(site), 0);
    await removeReleasedObjects(database, storage.store, new Date(now().getTime() + hour));
    const left = await database.many`select id from stored_objects where site_id = ${site.site.id}`;
    assert.equal(left.length, 0);
  });

  void test("rejects large files and files that are not raster images, and keeps the picture", async () => {
    const site = await aSite();
    const { browser, path } = await withPicture(site, await site.member());
    const refused = {
      text: { name: "me.png", type: "image/png", bytes: Buffer.from("no picture") },
      html: { name: "me.png", type: "image/png", bytes: Buffer.from("<!doctype html><script>1</script>") },
      svg: { name: "me.svg", type: "image/svg+xml", bytes: Buffer.from(svg) },
      broken: { name: "me.png", type: "image/png", bytes: aPicture().subarray(0, 40) },
      large: png({ padding: 10 * 1024 * 1024 }),
      pixels: { name: "me.png", type: "image/png", bytes: pngOf({ width: 20_000, height: 3000 }) },
    };
    for (const [kind, upload] of Object.entries(refused)) {
      const response = await saveProfile(site, browser, { name: "Ana Souza" }, upload);
      assert.equal(response.statusCode, 422, kind);
      assert.match(response.body, /This picture cannot be used/, kind);
      assert.match(response.body, /value="Ana Souza"/, kind);
      assert.match(response.body, /aria-invalid="true"/, kind);
    }
    assert.equal(await picturePath(browser), path);
    assert.equal(await heldObjects(site), 1);
    assert.doesNotMatch((await browser.open("/account")).body, /Ana Souza/);
  });

  void test("ignores a forged form", async () => {
    const site = await aSite();
    const { browser, path } = await withPicture(site, await site.member());
    const other = await site.signedIn(await site.member());
    for (const csrf of ["", "made-up", await csrfOf(other)]) {
      assert.equal((await saveProfile(site, browser, { csrf, name: "Mallory" }, png())).statusCode, 403, csrf);
      assert.equal((await browser.open("/account/picture/remove", { csrf })).status, 403, csrf);
    }
    const stranger = site.browser();
    assert.equal((await saveProfile(site, stranger, { csrf: await csrfOf(browser) })).statusCode, 303);
    assert.equal(await picturePath(browser), path);
    assert.doesNotMatch((await browser.open("/account")).body, /Mallory/);
  });

  void test("accepts 20 changes of a member per hour", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    const noPicture = { name: "x", bytes: Buffer.from("no picture") };
    for (let times = 0; times < 20; times++) {
      assert.equal((await saveProfile(site, browser, {}, noPicture)).statusCode, 422);
    }
    const refused = await saveProfile(site, browser, {}, png());
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    const other = await site.signedIn(await site.member());
    assert.equal((await saveProfile(site, other, {}, png())).statusCode, 303);
    await later(hour, async () => assert.equal((await saveProfile(site, browser, {}, png())).statusCode, 303));
  });

  void test("changes the member at this site only: the account keeps its name and picture at other sites", async () => {
    const [site, elsewhere] = [await aSite(), await aSite()];
    const member = await site.member({ name: "Ana Lima" });
    const same = await elsewhere.member({ name: "Ana there", email: member.email });
    assert.equal(same.accountId, member.accountId);
    const { path, browser } = await withPicture(site, member);
    await saveProfile(site, browser, { name: "Ana here" });
    assert.equal((await elsewhere.get(path)).statusCode, 404);
    const there = await elsewhere.signedIn(same);
    assert.equal(await picturePath(there), undefined);
    assert.match((await there.open("/account")).body, /<h1><bdi[^>]*>Ana there/);
  });
});
