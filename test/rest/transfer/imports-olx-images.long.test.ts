import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { tarGzOf } from "../../support/data/tar.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { badRowsOf, countsOf, imported } from "../support/imports.ts";
import { scopes, zipped } from "../support/imported-courses.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const allScopes = `${scopes} posts:write`;

interface Course {
  id: string;
  description_markdown: string;
}

const images = ["bowline", "hitch", "bend", "splice"];
const knots = {
  "course/course.xml": '<course url_name="2026" org="Harbour" course="KN1"/>',
  "course/course/2026.xml": '<course display_name="Knots"><chapter url_name="loops"/></course>',
  "course/chapter/loops.xml":
    '<chapter display_name="Loops"><sequential><vertical><html><p><a href="/static/chart.txt">chart.txt</a></p></html>' +
    "</vertical></sequential></chapter>",
  "course/static/chart.txt": "A chart of knots",
  ...Object.fromEntries(images.map((name, index) => [`course/static/${name}.png`, aPicture({ width: 30 + index })])),
};

/** A course whose description shows these images. */
const showing = (names: readonly string[], text = "Ropes.") => ({
  ...knots,
  "course/about/overview.html": `<p>${text} ${names.map((name) => `<img src="/static/${name}.png" alt="${name}">`).join(" ")}</p>`,
});

async function sent(operator: Operator, texts: Record<string, string | Uint8Array>) {
  const job = await imported(operator, {
    format: "olx",
    file_id: await zipped(operator, tarGzOf(texts), "course.tar.gz"),
  });
  assert.deepEqual(
    (await badRowsOf(operator, job)).flatMap(({ error }) => (error ? [error] : [])),
    [],
  );
  return countsOf(job);
}

async function theCourse(operator: Operator): Promise<Course> {
  const { data } = (await operator.get("/courses?status=draft")).json<{ data: Course[] }>();
  return (await operator.get(`/courses/${data[0]!.id}`)).json<Course>();
}

const imagesOf = ({ description_markdown: description }: Course) => description.match(/fil_[0-9a-z]{26}/g) ?? [];
const statusOf = async ({ site }: Operator, id: string) => (await site.request("GET", `/files/${id}`)).statusCode;

void describe("An image in the description of an Open edX course", () => {
  void test("is deleted when the course is imported without it, unless something else shows it", async () => {
    const operator = await anOperator(allScopes);
    assert.deepEqual(await sent(operator, showing(images)), [1, 0, 0, 0]);
    const before = await theCourse(operator);
    assert.equal(imagesOf(before).length, images.length);
    const [bowline, hitch, bend, splice] = imagesOf(before) as [string, string, string, string];
    const post = { title: "Hitches", access: "public", body_markdown: `![a hitch](/files/${hitch})` };
    assertStatus(await operator.post("/posts", post), 201);
    const other = { name: "Bends", language: "en", cover_file_id: bend };
    assertStatus(await operator.post("/courses", other), 201);
    const own = await sendFile(operator, aPicture({ width: 50 }), { visibility: "public" }, { name: "own.png" });
    const { id: library } = own.json<{ id: string }>();
    const description_markdown = `${before.description_markdown} ![own](/files/${library})`;
    assertOk(await operator.patch(`/courses/${before.id}`, { description_markdown }));

    assert.deepEqual(await sent(operator, showing(["splice"])), [0, 1, 0, 0]);
    const ids = [bowline, hitch, bend, splice, library];
    const statuses = () => Promise.all(ids.map((id) => statusOf(operator, id)));
    assert.deepEqual(await statuses(), [404, 200, 200, 200, 200]);
    assert.equal((await operator.get(`/files/${bowline}`)).statusCode, 404);
    assert.deepEqual(await sent(operator, showing([])), [0, 1, 0, 0]);
    assert.deepEqual(await statuses(), [404, 200, 200, 404, 200]);
  });

  void test("is stored again after it was deleted, like a file of a lecture", async () => {
    const operator = await anOperator(allScopes);
    await sent(operator, showing(["hitch"]));
    const [hitch] = imagesOf(await theCourse(operator));
    assertStatus(await operator.delete(`/files/${hitch}`), 204);
    assert.deepEqual(await sent(operator, showing(["hitch"])), [0, 1, 0, 0]);
    const [again] = imagesOf(await theCourse(operator));
    assert.notEqual(again, hitch);
    assert.equal(await statusOf(operator, again!), 200);
    const course = await theCourse(operator);
    const { sections } = (await operator.get(`/courses/${course.id}/curriculum?include=attachments`)).json<{
      sections: { lectures: { attachments: { id: string; title: string; file_id: string }[] }[] }[];
    }>();
    const chart = sections[0]!.lectures[0]!.attachments.find(({ title }) => title === "chart.txt")!;
    assertStatus(await operator.delete(`/attachments/${chart.id}`), 204);
    assertStatus(await operator.delete(`/files/${chart.file_id}`), 204);
    assert.deepEqual(await sent(operator, showing(["hitch"])), [0, 1, 0, 0]);
  });
});
