import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { assertOk } from "../../support/assert-status.ts";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { aCourse as aTaughtCourse, aLecture, aSection } from "../../rest/support/taught-course.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { aCourse, enrollMember, report } from "../../support/worlds/lessons.ts";
import { database } from "../../support/databases/database.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { message, staleToken } from "../support/stale-forms.ts";
import { formIn, tokenIn } from "../support/unsaved-forms.ts";

const typedText = `"Ebb" & <flow>\nit's $& high`;

async function withHeaders<Result>(browser: TestBrowser, headers: Record<string, string>, work: () => Promise<Result>) {
  const before = { ...browser.headers };
  Object.assign(browser.headers, headers);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(headers)) delete browser.headers[name];
    Object.assign(browser.headers, before);
  }
}

const lectureVisits = ({ site }: ASite) =>
  database.many`select id, version, last_activity_at from enrollments where site_id = ${site.id}`;

const escaped = typedText
  .replaceAll("&", "&amp;")
  .replaceAll('"', "&quot;")
  .replaceAll("'", "&#39;")
  .replaceAll("<", "&lt;")
  .replaceAll(">", "&gt;");

void describe("A form whose page was open while the session ended and another began", () => {
  void test("A stale assignment form keeps the text, which is submitted at the second attempt", async () => {
    const operator = await anOperator(assignmentScopes);
    const { browser, member, page: shown } = await aClass(operator);
    const body = await shown();
    const [, path] = /action="([^"#]+)\/work#problem"/.exec(body) ?? assert.fail(body);
    const csrf = await staleToken(operator.site, browser, member);
    const visits = await lectureVisits(operator.site);
    const page = await browser.request("POST", `${path}/work`, { csrf, text: typedText });
    assert.equal(page.statusCode, 403);
    const form = formIn(page.body, `${path}/work#problem`);
    assert.ok(form.includes(message) && form.includes(`\n${escaped}</textarea>`), form);
    assert.deepEqual(await lectureVisits(operator.site), visits, "Showing the form again is no visit.");
    const again = await browser.request("POST", `${path}/work`, { csrf: tokenIn(form), text: typedText });
    assert.equal(again.statusCode, 303);
    const { data } = (await operator.get("/submissions")).json<{ data: { text: string }[] }>();
    assert.deepEqual(
      data.map(({ text }) => text),
      [typedText],
    );
  });

  void test("A stale form is shown whole to a browser that accepts compression, parts and what it has", async () => {
    const operator = await anOperator(assignmentScopes);
    const { browser, member, page: shown } = await aClass(operator);
    const body = await shown();
    const [, path] = /action="([^"#]+)\/work#problem"/.exec(body) ?? assert.fail(body);
    const csrf = await staleToken(operator.site, browser, member);
    const requested: Record<string, string>[] = [
      { "accept-encoding": "br, gzip", "sec-fetch-site": "same-origin" },
      { "if-none-match": "*" },
      { range: "bytes=0-9" },
    ];
    for (const headers of requested) {
      await withHeaders(browser, headers, async () => {
        const {
          statusCode,
          rawPayload,
          headers: own,
        } = await browser.request("POST", `${path}/work`, { csrf, text: typedText });
        assert.equal(statusCode, 403);
        const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(own["content-encoding"])];
        assert.ok(
          (decode?.(rawPayload) ?? rawPayload).toString().includes(`\n${escaped}</textarea>`),
          JSON.stringify(headers),
        );
      });
    }
  });

  void test("A stale review form keeps the stars, the title and the text", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{ completionRule: { kind: "manual" } }]]);
    const member = await site.member();
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    await report(browser, course.lessons[0]!, { kind: "completed" });
    const csrf = await staleToken(site, browser, member);
    const action = `${course.path}/review`;
    const fields = { rating: "2", title: typedText.replace("\n", " "), body: typedText };
    const page = await browser.request("POST", action, { csrf, ...fields });
    const form = formIn(page.body, action);
    assert.ok(form.includes(message));
    assert.match(form, /value="2"[^>]*\schecked/);
    assert.equal(form.match(/\schecked/g)!.length, 1);
    assert.ok(form.includes(`value="${escaped.replace("\n", " ")}"`) && form.includes(`\n${escaped}</textarea>`));
    const withSlash = await browser.request("POST", `${action}/`, { csrf, ...fields });
    assert.equal(withSlash.statusCode, 403);
    assert.ok(formIn(withSlash.body, action).includes(`\n${escaped}</textarea>`));
    const again = await browser.request("POST", action, { csrf: tokenIn(form), ...fields });
    assert.match(String(again.headers.location), /review=saved/);
  });

  void test("A stale quiz form keeps the answers, also in Chinese", async () => {
    const operator = await anOperator(assignmentScopes);
    const course = await aTaughtCourse(operator);
    const lecture = await aLecture(operator, await aSection(operator, course), { kind: "quiz", title: "Tides" });
    const choices = [{ text: "Ebb", correct: true }, { text: "Flow" }];
    const questions = [
      { kind: "single", prompt_markdown: "Which falls?", choices },
      { kind: "short_text", prompt_markdown: "Say more", accepted_answers: ["x"] },
    ];
    const made = await operator.put(`/lectures/${lecture.id}/quiz`, { questions });
    assertOk(made);
    const member = await operator.site.member();
    await operator.post("/enrollments", { course_id: course, student_id: member.sub });
    const browser = await operator.site.signedIn(member);
    const { body } = await browser.open(`/learn/${course}/${lecture.id}`);
    const [, path] = /action="([^"]+)\/quiz"/.exec(body)!;
    await browser.submit(await browser.open(path!), {}, `${path}/quiz`);
    const open = formIn((await browser.open(path!)).body, `${path}/answers`);
    const attempt = /name="attempt"\s+value="([^"]+)"/.exec(open)![1]!;
    const [, radio, choice] = /type="radio"\s+name="([^"]+)"\s+value="([^"]+)"/.exec(open)!;
    const text = [...open.matchAll(/name="(q\.[^"]+)"/g)].map(([, name]) => name!).find((name) => name !== radio);
    const fields = { attempt, [radio!]: choice!, [text!]: "Because of the moon" };
    const csrf = await staleToken(operator.site, browser, member);
    browser.headers["accept-language"] = "zh-TW";
    const page = await browser.request("POST", `${path}/answers`, { csrf, ...fields });
    assert.equal(page.statusCode, 403);
    const form = formIn(page.body, `${path}/answers`);
    assert.ok(form.includes("這個頁面已經失效，可能是因為你在這段期間登入或登出。內容尚未儲存，請再送出一次。"), form);
    assert.match(form, new RegExp(`value="${choice!}"[^>]*\\schecked`));
    assert.ok(form.includes("Because of the moon"));
    const again = await browser.request("POST", `${path}/answers`, { csrf: tokenIn(form), ...fields });
    assert.equal(again.headers.location, path);
    assert.match((await browser.open(path!)).body, /Because of the moon/);
  });

  void test("A stale form of the admin area keeps numbers, choices and checkboxes", async () => {
    const site = await aSite();
    const member = await site.member({ roles: ["owner"] });
    const browser = await site.signedIn(member);
    const path = "/admin/security/limits";
    const csrf = await staleToken(site, browser, member);
    const fields = { sessionLifetime: "5", sessionLifetime_unit: "hours", openSignUp: "on", registrationsPerHour: "7" };
    const page = await browser.request("POST", path, { csrf, ...fields });
    assert.equal(page.statusCode, 403);
    assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
    const form = formIn(page.body, path);
    assert.match(form, /name="sessionLifetime"[^>]*\svalue="5"/);
    assert.match(form, /<option value="hours"[^>]*selected/);
    assert.match(form, /name="openSignUp"[^>]*\schecked/);
    assert.match(form, /name="registrationsPerHour"[^>]*\svalue="7"/);
    assert.ok(form.includes(message));
    assert.notEqual(site.site.settings.registrationsPerHour, 7);
  });

  void test("gets nothing back that another site sent, whatever token it has", async () => {
    const site = await aSite();
    const member = await site.member({ roles: ["owner"] });
    const browser = await site.signedIn(member);
    const path = "/admin/security/limits";
    const csrf = await staleToken(site, browser, member);
    const statusFrom = async (headers: Record<string, string>) => {
      const { statusCode, headers: answer } = await withHeaders(browser, headers, () =>
        browser.request("POST", path, { csrf, registrationsPerHour: "7" }),
      );
      return [statusCode, answer.location];
    };
    for (const from of ["cross-site", "same-site", "none"]) {
      assert.deepEqual(await statusFrom({ "sec-fetch-site": from }), [303, path], from);
    }
    assert.deepEqual(await statusFrom({ "sec-fetch-site": "same-origin" }), [403, undefined]);
  });
});
