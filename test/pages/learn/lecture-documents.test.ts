import assert from "node:assert/strict";
import { test } from "node:test";
import { insertAttachment } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, aFile, enrollMember } from "../../support/worlds/lessons.ts";
import { aSite } from "../../support/world.ts";

void test("A document of a lecture is opened, and downloaded unless its lecturer keeps it", async () => {
  const site = await aSite();
  const member = await site.member();
  const course = await aCourse(site, [[{}, {}]]);
  await enrollMember(site, member, course);
  const fileId = await aFile(site, member, "chart.pdf", Buffer.from("%PDF-1.4\n%%EOF"));
  const browser = await site.signedIn(member);
  for (const [index, downloadable] of [true, false].entries()) {
    const lesson = course.lessons[index]!;
    const attachment = { id: newId(), lectureId: lesson.id, title: "Chart", position: 0, kind: "pdf", fileId } as const;
    await insertAttachment({ db: database, site: site.site }, { ...attachment, downloadable }, now());
    const { body } = await browser.open(lesson.path);
    assert.match(body, />Open the document</);
    assert.equal(body.includes('download="chart.pdf"'), downloadable);
  }
});
