import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorOf } from "../../rest/support/operator.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { aSite } from "../../support/world.ts";
import { aCourse, readTree } from "../support/outline.ts";

async function aLecture() {
  const site = await aSite();
  const operator = await operatorOf(
    site,
    "courses:read courses:write curriculum:read curriculum:write storage:read storage:write",
  );
  const course = await aCourse(operator, [{ title: "Knots", lectures: ["Bowline", "Splice"] }]);
  const [lecture] = (await readTree(operator, course)).sections[0]!.lectures;
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const address = `/admin/lectures/${lecture!.id}/edit`;
  return { operator, browser, address, id: lecture!.id, visitor: await new Visitor(browser).open(address) };
}

void test("The link of a video is enough: its provider follows from the address", async () => {
  const { visitor, operator, id } = await aLecture();
  visitor.enter({ Type: "Video", "Video › Link": "https://youtu.be/aqz-KE-bpKQ" });
  await visitor.click("Publish changes");
  visitor.sees("Saved");
  const { video } = (await operator.get(`/lectures/${id}`)).json<{
    video: { provider: string; external_url: string };
  }>();
  assert.deepEqual([video.provider, video.external_url], ["youtube", "https://youtu.be/aqz-KE-bpKQ"]);
});

void test("A lecture offers only files that it can play, and says where files for download belong", async () => {
  const { operator, browser, address, visitor } = await aLecture();
  await sendFile(operator, aPicture(), { visibility: "public" }, { name: "harbour.png" });
  await sendFile(operator, Buffer.from("ID3\u0004 a short song"), { purpose: "lecture_media" }, { name: "song.mp3" });
  const { body } = await browser.open(address);
  const [, options = ""] = /<select id="video\.file_id"[^>]*>(.*?)<\/select>/s.exec(body) ?? [];
  assert.match(options, /song\.mp3/);
  assert.doesNotMatch(options, /harbour\.png/);
  visitor.sees("Video or audio file", "A video to watch belongs in the field Video");
});

void test("The type of a lecture follows its title", async () => {
  const { browser, address } = await aLecture();
  const { body } = await browser.open(address);
  const at = (id: string) => body.indexOf(`id="${id}"`);
  assert.ok(at("title") < at("kind") && at("kind") < at("video") && at("video") < at("body_markdown"));
});

void test("After saving, the way back to the outline is on the page once, below the message", async () => {
  const { visitor } = await aLecture();
  visitor.enter({ Title: "The bowline" });
  await visitor.click("Publish changes");
  visitor.sees("Saved", "Next: Splice");
  assert.equal(visitor.text.split("Back to the outline").length - 1, 1);
  assert.equal(visitor.text.split("Next: Splice").length - 1, 1);
});
