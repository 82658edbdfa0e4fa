import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { multipart } from "../../support/data/multipart.ts";
import { type Json, make } from "../support/make.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes =
  "courses:read courses:write curriculum:read curriculum:write posts:read posts:write pages:write school:read school:write storage:write";

async function upload({ site, bearer }: Operator, visibility: "public" | "private"): Promise<string> {
  const form = multipart({ visibility }, "file", { name: "a.png", bytes: aPicture() });
  const made = await site.request("POST", "/api/v1/files", {
    ...form,
    bearer,
    headers: form.headers as Record<string, string>,
  });
  assertStatus(made, 201);
  return made.json<{ id: string }>().id;
}

async function aPublishedCourse(operator: Operator, fields: Json = {}) {
  const course = await make(operator, "/courses", { name: "Knots", course_type: "free", ...fields });
  const section = await make(operator, `/courses/${course.id}/sections`, { title: "One", status: "published" });
  const fieldsOfLecture = { title: "Bowline", kind: "text", status: "published", body_markdown: "A loop." };
  const lecture = await make(operator, `/sections/${section.id}/lectures`, fieldsOfLecture);
  const published = await operator.post(`/courses/${course.id}/publish`);
  assertStatus(published, 200);
  return { course, lecture };
}

void test("A page is shared with the selected picture, which counts as in use meanwhile", async () => {
  const operator = await anOperator(scopes);
  const [image, hidden] = [await upload(operator, "public"), await upload(operator, "private")];
  const { course } = await aPublishedCourse(operator, { seo: { image_file_id: image } });
  const page = await operator.site.get("/courses/knots");
  assert.match(page.body, new RegExp(`property="og:image" content="https://[^"]+/files/${image}"`));
  assert.equal(problemOf(await operator.delete(`/files/${image}`)).code, "file_in_use");
  const file = (await operator.get(`/files/${image}`)).json<{ references: Json[] }>();
  assert.deepEqual(file.references, [{ object: "course", id: course.id }]);

  const refused = problemOf(await operator.patch(`/courses/${course.id}`, { seo: { image_file_id: hidden } }));
  assert.deepEqual(refused.pointers, ["/seo/image_file_id"]);
  const kept = await operator.patch(`/courses/${course.id}`, { seo: { title: "Ropes" } });
  assert.deepEqual(kept.json<Json>()["seo"], { title: "Ropes", image_file_id: image });
  await operator.patch(`/courses/${course.id}`, { seo: { image_file_id: null } });
  assert.equal((await operator.delete(`/files/${image}`)).statusCode, 204);
});

void test("Posts, pages and the school are shared with a picture too, and restoring one drops a deleted picture", async () => {
  const operator = await anOperator(scopes);
  const image = await upload(operator, "public");
  const seo = { image_file_id: image };
  const post = { title: "Knots", access: "public", body_markdown: "Ropes", seo };
  const put = () => operator.put("/posts/by_external_id/p", post);
  const { id } = (await put()).json<{ id: string }>();
  const page = await make(operator, "/pages", { title: "Us", path: "/us", body_markdown: "We.", seo });
  assert.equal((await operator.patch("/school", { seo })).statusCode, 200);
  const { references } = (await operator.get(`/files/${image}`)).json<{ references: Json[] }>();
  assert.deepEqual(
    references.map(({ object }) => object),
    ["post", "page", "site"],
  );

  await operator.patch("/school", { seo: { image_file_id: null } });
  assert.equal((await operator.delete(`/pages/${page.id}`)).statusCode, 204);
  assert.equal((await operator.delete(`/posts/${id}`)).statusCode, 204);
  assert.equal((await operator.delete(`/files/${image}`)).statusCode, 204);
  const back = await operator.put("/posts/by_external_id/p", { ...post, seo: { title: "Ropes" } });
  assert.deepEqual(back.json<Json>()["seo"], { title: "Ropes" });
});

void test("A course is promoted by a video of its own lectures, until that video is deleted", async () => {
  const operator = await anOperator(scopes);
  const { course, lecture } = await aPublishedCourse(operator);
  const address = "https://films.example/knots.mp4";
  const attach = (fields: Json) => make(operator, `/lectures/${lecture.id}/attachments`, fields);
  const film = await attach({ kind: "video", title: "Knots", external_url: address });
  const link = await attach({ kind: "link", title: "More", external_url: "https://films.example/more" });
  const show = (id: string | null, of = course) =>
    operator.patch(`/courses/${of.id}`, { promo_video_attachment_id: id });
  assert.equal((await show(film.id)).json<Json>()["promo_video_attachment_id"], film.id);
  assert.ok((await operator.site.get("/courses/knots")).body.includes(`href="${address}"`));

  assert.deepEqual(problemOf(await show(link.id)).pointers, ["/promo_video_attachment_id"]);
  const other = await make(operator, "/courses", { name: "Sails" });
  assert.deepEqual(problemOf(await show(film.id, other)).pointers, ["/promo_video_attachment_id"]);
  const fresh = await operator.post("/courses", { name: "Oars", promo_video_attachment_id: film.id });
  assert.deepEqual(problemOf(fresh).pointers, ["/promo_video_attachment_id"]);

  assert.equal((await operator.delete(`/attachments/${film.id}`)).statusCode, 204);
  assert.equal((await operator.get(`/courses/${course.id}`)).json<Json>()["promo_video_attachment_id"], null);
  assert.ok(!(await operator.site.get("/courses/knots")).body.includes(address));
});
