import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertAttachment } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import type { NewAttachment } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { now } from "../../support/clock.ts";
import { aCourse, aFile, enrollMember, silence } from "../../support/worlds/lessons.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { type ASite, aSite } from "../../support/world.ts";

const attach = ({ site }: ASite, lectureId: string, fields: Partial<NewAttachment> & Pick<NewAttachment, "kind">) =>
  insertAttachment(
    { db: database, site },
    { id: newId(), lectureId, title: `A ${fields.kind}`, position: 0, ...fields },
    now(),
  );

void describe("the page of a lecture with attachments", () => {
  void test("shows attached images and links attached files in its text, and no other private file", async () => {
    const site = await aSite();
    const member = await site.member();
    const [shown, linked, foreign] = [
      await aFile(site, member, "knot.png", aPicture()),
      await aFile(site, member, "chart.bin", Buffer.from("a chart")),
      await aFile(site, member, "secret.bin", Buffer.from("a secret")),
    ];
    const [picture, chart, secret] = [shown, linked, foreign].map((id) => `/files/${formatId("file", id)}`);
    const bodyMarkdown = `A ![knot](${picture}) [chart](${chart}) ![secret](${secret})`;
    const course = await aCourse(site, [[{ bodyMarkdown }]]);
    const [lesson] = course.lessons;
    await attach(site, lesson!.id, { kind: "image", title: "The knot", fileId: shown });
    await attach(site, lesson!.id, { kind: "file", title: "The chart", fileId: linked, position: 1 });
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const { body } = await browser.open(lesson!.path);
    const addressOf = (path: string | undefined) =>
      new RegExp(`"([^"]*${path}\\?expires=\\d+&amp;signature=[\\w-]+)"`).exec(body)?.[1]?.replace("&amp;", "&");
    for (const path of [picture, chart]) {
      const address = addressOf(path);
      assert.ok(address, body);
      assert.equal((await site.request("GET", address.replace(site.site.origin, ""))).statusCode, 200);
    }
    assert.match(body, new RegExp(`<p>A <img src="[^"]*signature=[^"]*" alt="knot".*src="${secret}"`));
    assert.equal((await site.request("GET", secret!)).statusCode, 404);
    // The image is not listed a second time; the file still is.
    assert.doesNotMatch(body, /The knot/);
    assert.match(body, /The chart/);
  });

  void test("shows its attachments: files at signed URLs, links and texts, and no hidden ones", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [[{}]]);
    await enrollMember(site, member, course);
    const [lesson] = course.lessons;
    const fileId = await aFile(site, member, "chart.bin", Buffer.from("a chart"));
    await attach(site, lesson!.id, { kind: "file", fileId });
    await attach(site, lesson!.id, { kind: "file", title: "Kept", fileId, downloadable: false });
    await attach(site, lesson!.id, { kind: "link", externalUrl: "https://tides.example/today" });
    await attach(site, lesson!.id, { kind: "text", text: "<b>Mind</b> the tide." });
    await attach(site, lesson!.id, { kind: "audio", fileId: await aFile(site, member, "bell.wav", silence(1)) });
    const { body } = await (await site.signedIn(member)).open(lesson!.path);
    const links = [...body.matchAll(/href="([^"]*\/files\/[^"]+)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
    assert.equal(links.length, 2, "Each file once.");
    assert.equal((await site.get(links[0]!.replace(site.origin, ""))).body, "a chart");
    assert.match(body, /href="https:\/\/tides\.example\/today"/);
    assert.match(body, /&lt;b&gt;Mind&lt;\/b&gt; the tide\./);
    assert.match(body, /<audio/);
  });
});
