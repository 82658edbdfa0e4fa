import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { aLecture, aTaughtCourse, curriculumScopes, made } from "../support/taught-course.ts";
import { anOperator } from "../support/operator.ts";

void test("Absolute addresses of the site's own files become relative in rendered texts, with any scheme", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course, section } = await aTaughtCourse(operator);
  const { host } = operator.site.site;
  const path = `/files/${formatId("file", newId())}`;
  const text =
    `![a](http://${host}${path}) ![b](https://${host.toUpperCase()}${path}?expires=1&signature=old) ` +
    `<img src="https://${host}${path}/small" alt="c"> [d](http://${host}${path}#page=2) ` +
    `[e](https://other.example${path}) [f](https://${host}/courses) ![g](http://other.example${path})`;
  const expected =
    `<p><img src="${path}" alt="a" /> <img src="${path}" alt="b" /> <img src="${path}/small" alt="c" /> ` +
    `<a href="${path}#page=2" rel="nofollow noopener noreferrer">d</a> ` +
    `<a href="https://other.example${path}" rel="nofollow noopener noreferrer">e</a> ` +
    `<a href="https://${host}/courses" rel="nofollow noopener noreferrer">f</a> <img alt="g" /></p>\n`;
  const lecture = await aLecture(operator, section, { body_markdown: text });
  assert.equal(lecture["body_html"], expected);
  const changed = await made(operator.patch(`/courses/${course}`, { description_markdown: text }));
  assert.equal(changed["description_html"], expected);
});
