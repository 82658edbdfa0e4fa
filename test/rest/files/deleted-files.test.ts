import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { inHours } from "../support/an-event.ts";
import { database } from "../../support/databases/database.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import { sampled } from "../../support/thorough.ts";
import { beforeCommits } from "../support/at-once.ts";
import { type Json, type Made, make } from "../support/make.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const kinds = ["courses", "lecturers", "events", "posts", "curriculum", "pages"];
const scopes = `${kinds.map((kind) => `${kind}:read ${kind}:write`).join(" ")} storage:write members:write school:read`;

async function aFile(operator: Operator, bytes = aPicture()): Promise<AFile> {
  const response = await sendFile(operator, bytes, { visibility: "public" }, { name: "cover.png" });
  assertStatus(response, 201);
  return response.json<AFile>();
}

const body: Record<string, Json> = {
  courses: { name: "Knots" },
  lecturers: { name: "Ana" },
  events: { name: "Knots", format: "online", starts_at: inHours(24), ends_at: inHours(26), time_zone: "Asia/Taipei" },
  posts: { title: "Knots", access: "public", body_markdown: "Ropes" },
};

const fieldOf = (kind: string) => (kind === "lecturers" ? "picture_file_id" : "cover_file_id");

/** Creates a resource that shows a file, and deletes it. */
async function deletedWithFile(operator: Operator, kind: string) {
  const file = await aFile(operator);
  const fields = { ...body[kind], [fieldOf(kind)]: file.id };
  const put = await operator.put(`/${kind}/by_external_id/lms-1`, fields);
  assertStatus(put, 201);
  const { id } = put.json<Made>();
  assert.equal(problemOf(await operator.delete(`/files/${file.id}`)).code, "file_in_use");
  assert.equal((await operator.delete(`/${kind}/${id}`)).statusCode, 204);
  return { id, file };
}

const lecture = (external_id: string, video?: Json) => ({
  external_id,
  title: external_id,
  kind: "video",
  ...(video && { video }),
});

void describe("A deleted file", () => {
  const comeBack: Record<string, (operator: Operator, kind: string, id: string) => Promise<Json>> = {
    "is upserted again": async (operator, kind) =>
      (await operator.put(`/${kind}/by_external_id/lms-1`, body[kind]!)).json<Json>(),
    "is restored": async (operator, kind, id) => (await operator.post(`/${kind}/${id}/restore`)).json<Json>(),
  };
  for (const kind of sampled(Object.keys(body), 4)) {
    for (const [how, bring] of Object.entries(comeBack)) {
      if (how === "is restored" && kind !== "courses") continue;
      void test(`is not shown by one of the ${kind} that ${how}`, async () => {
        const operator = await anOperator(scopes);
        const { id, file } = await deletedWithFile(operator, kind);
        const dry = await operator.delete(`/files/${file.id}?dry_run=true`);
        const { warnings } = dry.json<{ warnings: { code: string; detail: string }[] }>();
        assert.equal(warnings[0]!.code, "taken_from_deleted");
        assert.ok(warnings[0]!.detail.includes(id));
        assert.equal((await operator.delete(`/files/${file.id}`)).statusCode, 204);
        const back = await bring(operator, kind, id);
        assert.deepEqual([back["id"], back[fieldOf(kind)]], [id, null]);
      });
    }

    void test(`is rejected for one of the ${kind} that names it when imported again`, async () => {
      const operator = await anOperator(scopes);
      const { file } = await deletedWithFile(operator, kind);
      assert.equal((await operator.delete(`/files/${file.id}`)).statusCode, 204);
      const fields = { ...body[kind], [fieldOf(kind)]: file.id };
      const refused = problemOf(await operator.put(`/${kind}/by_external_id/lms-1`, fields));
      assert.deepEqual([refused.status, refused.pointers], [422, [`/${fieldOf(kind)}`]]);
    });

    void test(`is kept if one of the ${kind} is concurrently restored, which shows it`, async () => {
      const operator = await anOperator(scopes);
      const { id, file } = await deletedWithFile(operator, kind);
      const [back, refused] = await beforeCommits(
        operator,
        () => operator.put(`/${kind}/by_external_id/lms-1`, body[kind]!),
        () => operator.delete(`/files/${file.id}`),
      );
      assert.deepEqual([back.statusCode, back.json<Json>()[fieldOf(kind)]], [200, file.id]);
      assert.equal(problemOf(refused).code, "file_in_use");
      assert.ok(problemOf(refused).detail.includes(id));
      assert.equal((await operator.get(`/${kind}/${id}`)).json<Json>()[fieldOf(kind)], file.id);
      assert.equal((await operator.get(`/files/${file.id}`)).statusCode, 200);
    });

    void test(`is removed from one of the ${kind} that is concurrently restored, but later`, async () => {
      const operator = await anOperator(scopes);
      const { id, file } = await deletedWithFile(operator, kind);
      const [deleted, back] = await beforeCommits(
        operator,
        () => operator.delete(`/files/${file.id}`),
        () => operator.put(`/${kind}/by_external_id/lms-1`, body[kind]!),
      );
      assert.deepEqual([deleted.statusCode, back.statusCode], [204, 200]);
      assert.equal((await operator.get(`/${kind}/${id}`)).json<Json>()[fieldOf(kind)], null);
    });
  }

  void test("is not played by a lecture that is restored with its course's tree, nor are its captions", async () => {
    const operator = await anOperator(scopes);
    const course = await make(operator, "/courses", { name: "Knots" });
    const film = await aFile(operator, Buffer.from("1a45dfa37765626d", "hex"));
    const captions = await aFile(operator, Buffer.from("WEBVTT\n"));
    const others = await aFile(operator, Buffer.from("WEBVTT\n\n"));
    const path = `/courses/${course.id}/curriculum`;
    const replace = async (...lectures: object[]) => {
      const etag = String((await operator.get(path)).headers["etag"]);
      const sections = [{ external_id: "s", title: "All", lectures }];
      const response = await operator.put(path, { sections }, { "if-match": etag });
      assertStatus(response, 200);
    };
    const youtube = { provider: "youtube", external_url: "https://www.youtube.com/watch?v=aqz-KE-bpKQ" };
    const captionsOf = [captions, others].map(({ id }, index) => ({ lang: ["en", "fr"][index], file_id: id }));
    await replace(lecture("film", { file_id: film.id }), lecture("captions", { ...youtube, captions: captionsOf }));
    await replace();
    for (const { id } of [film, captions]) assert.equal((await operator.delete(`/files/${id}`)).statusCode, 204);
    await replace(lecture("film"), lecture("captions"));
    const { data } = (await operator.get(`/courses/${course.id}/lectures`)).json<{ data: Made[] }>();
    const videoOf = async (title: string) => {
      const { id } = data.find((one) => one["title"] === title)!;
      return (await operator.get(`/lectures/${id}`)).json<Json>()["video"];
    };
    assert.equal(await videoOf("film"), null);
    const left = { ...youtube, captions: [{ lang: "fr", file_id: others.id }], chapters: [] };
    assert.deepEqual(await videoOf("captions"), left);
  });

  void test("is omitted when a page restores a revision that showed it", async () => {
    const operator = await anOperator(scopes);
    const [file, other] = [await aFile(operator), await aFile(operator)];
    const images = [file, other].map(({ id }) => ({ kind: "image", file_id: id, alt: "A knot" }));
    const page = await make(operator, "/pages", { title: "About", path: "/about", blocks: images });
    assert.equal((await operator.patch(`/pages/${page.id}`, { body_markdown: "Ropes" })).statusCode, 200);
    assert.equal((await operator.delete(`/files/${file.id}`)).statusCode, 204);
    const restored = await operator.post(`/pages/${page.id}/revisions/1/restore`);
    assertStatus(restored, 200);
    const { blocks, warnings } = restored.json<{ blocks: Json[]; warnings: Json[] }>();
    assert.deepEqual(
      [blocks.map(({ file_id }) => file_id), warnings.map(({ pointer, code }) => [pointer, code])],
      [[other.id], [["/blocks/0", "image_lost"]]],
    );
  });

  void test("is deleted with its erased uploader, also from deleted resources", async () => {
    const operator = await anOperator(scopes);
    const { id, file } = await deletedWithFile(operator, "courses");
    const sender = await operator.site.member();
    await database.pool.query("update files set member_id = $2, purpose = 'other' where site_id = $1 and id = $3", [
      operator.site.site.id,
      sender.id,
      parseId("file", file.id),
    ]);
    const erasing = { confirm_email: sender.email, reason: "Asked by mail" };
    assert.equal((await operator.post(`/members/${sender.sub}/erase`, erasing)).statusCode, 202);
    await runJobsOf(operator.site.site);
    assert.equal((await operator.get(`/files/${file.id}`)).statusCode, 404);
    assert.equal((await operator.post(`/courses/${id}/restore`)).json<Json>()["cover_file_id"], null);
  });
});
