import assert from "node:assert/strict";
import { test } from "node:test";
import { made } from "../../rest/support/taught-course.ts";
import { moon, aQuizLecture } from "../teach/support/quiz-lecture.ts";

const crumbsOf = (body: string): string[] =>
  [...(/<nav class="crumbs"[^]*?<\/nav>/.exec(body)?.[0] ?? "").matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, item]) =>
    item!.replaceAll(/<[^>]*>/g, "").trim(),
  );

void test("Pages of attachments and quizzes show their lecture and course above them", async () => {
  const { operator, browser, id } = await aQuizLecture([moon]);
  const attachment = { kind: "link", title: "Tables", external_url: "https://tides.example/" };
  const { id: link } = await made(operator.post(`/lectures/${id}/attachments`, attachment));
  const pages = {
    [`/admin/lectures/${id}/attachments`]: "Attachments",
    [`/admin/lectures/${id}/attachments/new`]: "New attachment",
    [`/admin/lectures/${id}/quiz/edit`]: "Quiz",
    [`/admin/attachments/${link}`]: "Tables",
    [`/admin/attachments/${link}/edit`]: "Edit",
  };
  for (const [address, last] of Object.entries(pages)) {
    const { body } = await browser.open(address);
    const crumbs = crumbsOf(body);
    assert.deepEqual(crumbs.slice(1), ["Courses", "Night sky", "Tides", last], address);
    assert.match(body, new RegExp(`href="/admin/lectures/${id}/edit"[^>]*>(?:<[^>]*>)*Tides`), address);
    assert.match(body, /href="\/admin\/courses"[^>]*aria-current|aria-current[^>]*href="\/admin\/courses"/, address);
  }
  const page = await browser.open(`/admin/attachments/${link}`);
  assert.doesNotMatch(page.body.replaceAll(/(?:href|action|value)="[^"]*"/g, ""), /lec_/);
});

void test("A saved part of a lecture leads back to the editor of the lecture", async () => {
  const { operator, browser, id } = await aQuizLecture();
  const attachment = { kind: "link", title: "Tables", external_url: "https://tides.example/" };
  const { id: link } = await made(operator.post(`/lectures/${id}/attachments`, attachment));
  for (const [address, fields, done] of [
    [`/admin/lectures/${id}/attachments/new`, { kind: "text", title: "Note", text: "Mind the tide." }, "created"],
    [`/admin/attachments/${link}/edit`, { ...attachment, title: "Tide tables" }, "saved"],
    [`/admin/attachments/${link}/delete`, {}, "deleted"],
  ] as const) {
    const after = await browser.submit(await browser.open(address), fields, address);
    assert.equal(after.address, `/admin/lectures/${id}/edit?done=${done}`);
  }
});

void test("The editor of a quiz lecture shows its questions, and publishes a draft with its quiz", async () => {
  const { browser, visitor, id, operator } = await aQuizLecture([moon]);
  await made(operator.patch(`/lectures/${id}`, { status: "draft" }));
  const editor = await browser.open(`/admin/lectures/${id}/edit`);
  assert.match(editor.body, /<ol class="questions-of-lecture">[^]*What makes tides\?/);
  assert.match(editor.body, /class="button primary"\s+href="\/admin\/lectures\/\w+\/quiz\/edit"/);
  assert.doesNotMatch(editor.body, /assignment\/edit/);

  await visitor.open(`/admin/lectures/${id}/quiz/edit`);
  await visitor.click("Save the quiz");
  visitor.sees("This lecture is a draft: students do not see it yet.");
  await visitor.click("Publish the lecture");
  visitor.sees("its lecture is published").seesNot("draft");
  const { status } = await made(operator.get(`/lectures/${id}`));
  assert.equal(status, "published");
});

void test("The page of a lecture names its section, and offers its preview and the actions of its kind", async () => {
  const { browser, id } = await aQuizLecture([moon]);
  const { body } = await browser.open(`/admin/lectures/${id}`);
  assert.match(body, /<dt>Section<\/dt>\s*<dd>(?:<[^>]*>)*Section</);
  assert.match(body, /Preview as a student/);
  assert.match(body, /Edit quiz/);
  assert.doesNotMatch(body, /Edit assignment|All quiz/);
});

void test("The preview of a quiz wears the look of the school, and leads to a trial", async () => {
  const { operator, browser, id } = await aQuizLecture([moon]);
  const { body } = await browser.open(`/admin/lectures/${id}/preview`);
  const look = /\/assets\/site\.css\?v=[^"]+/.exec((await browser.open("/learn")).body)?.[0];
  assert.ok(look !== undefined && body.includes(look), body);
  assert.match(body, new RegExp(`href="/admin/lectures/${id}/quiz/try"`));
  assert.doesNotMatch(body, /Start quiz/);
  const { course_id: course } = await made(operator.get(`/lectures/${id}`));
  for (const address of [`/admin/courses/${String(course)}`, `/admin/courses/${String(course)}/outline`]) {
    assert.match((await browser.open(address)).body, new RegExp(`href="/admin/lectures/${id}/preview"`), address);
  }
});
