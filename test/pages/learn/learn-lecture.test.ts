import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { countStatements } from "../../support/meters/count-statements.ts";
import { aCourse, aFile, enrollMember, progressOf, report, silence, finish } from "../../support/worlds/lessons.ts";
import { type AMember, aSite } from "../../support/world.ts";
import { islandsPath } from "#pages/islands/islands.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";

const policyOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers["content-security-policy"]);

const film = (provider: "youtube" | "vimeo", externalUrl: string) => ({
  kind: "video" as const,
  video: { provider, externalUrl, captions: [], chapters: [] },
});

void describe("the page of a lecture", () => {
  void test("shows its text, links to adjacent lectures, and does not complete the lecture when it is read", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [[{}, { bodyMarkdown: "Tie **this**." }], [{}]], {
      course: { commentsEnabled: false },
    });
    const enrollment = await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const [first, second, third] = course.lessons;
    const { body, response } = await browser.open(second!.path);
    assert.match(body, /Tie <strong>this<\/strong>/);
    assert.match(body, new RegExp(`href="${first!.path}".*href="${third!.path}"`, "s"));
    assert.doesNotMatch(body, /Done on/);
    assert.match(body, /Done, next lecture/);
    assert.deepEqual(body.match(/<script[^>]*>/g), [
      `<script type="module" src="${islandsPath}/student.js" fetchpriority="low">`,
    ]);
    assert.doesNotMatch(policyOf(response), /frame-src/);
    assert.equal((await progressOf(site, enrollment, second!))?.isDone, false);
  });

  void test("is completed by a button that continues with the next lecture, also one that it unlocks", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [[{}, {}]], { course: { drip: { mode: "sequential" } } });
    const enrollment = await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const [first, second] = course.lessons;
    const page = await browser.open(first!.path);
    assert.match(page.body, /Done, next lecture/);
    const next = await browser.submit(page, { go_to: "next" }, `${first!.path}/done`);
    assert.match(next.body, /Body of Lecture 2/);
    assert.equal((await progressOf(site, enrollment, first!))?.isDone, true);
    assert.equal((await progressOf(site, enrollment, second!))?.isDone, false);
  });

  void test("has the outline of the course beside it: the current lecture, completed ones, locks and progress", async () => {
    const site = await aSite();
    const member = await site.member();
    const manual = { completionRule: { kind: "manual" } } as const;
    const course = await aCourse(site, [[{}, manual, manual], [manual]], { course: { drip: { mode: "sequential" } } });
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const [first, second, third] = course.lessons;
    await finish(browser, first!);
    const { body } = await browser.open(second!.path);
    const outline = /<nav aria-label="Outline">.*?<\/nav>/s.exec(body)![0];
    assert.deepEqual([...outline.matchAll(/aria-current="page"/g)].length, 1);
    assert.match(outline, new RegExp(`<a href="${second!.path}"\\s+aria-current="page">`));
    assert.match(outline, new RegExp(`<a href="${first!.path}"\\s*>.*?Lecture 1.*?Completed.*?</a>`, "s"));
    assert.doesNotMatch(outline, new RegExp(third!.path));
    assert.match(outline, /class="locked"\s*>.*?Lecture 3.*?Available after you complete the previous lectures/s);
    assert.match(outline, /<details open[^>]*>\s*<summary>.*?Week 1.*?1 of 3/s);
    assert.match(outline, /<details[^>]*>\s*<summary>[^]*?Week 2[^]*?0 of 1/);
    assert.match(body, /1 of 4 lectures completed/);

    const staff = await site.signedIn(await site.member({ roles: ["owner"] }));
    assert.doesNotMatch((await staff.open(second!.path)).body, /lectures completed/, "Staff have no progress.");
  });

  void test("lists only the lectures of its section in a long course, and links to the other sections", async () => {
    const site = await aSite();
    const member = await site.member();
    const many = Array.from({ length: 101 }, () => ({}));
    const course = await aCourse(site, [many, many]);
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const { body } = await browser.open(course.lessons[0]!.path);
    assert.equal([...body.matchAll(/Lecture 1\d\d\b/g)].length, 2, "The last two of the first section.");
    const href = /href="([^"#]+)#(sec_[^"]+)">[^]*?Week 2/.exec(body)!;
    assert.equal(href[1], course.path);
    assert.match((await browser.open(course.path)).body, new RegExp(`id="${href[2]}"`));
  });

  void test("takes a bounded number of statements when it is opened again, however long the course is", async () => {
    const site = await aSite();
    const member = await site.member();
    const statementsIn = async (lectures: number) => {
      const course = await aCourse(site, [Array.from({ length: lectures }, () => ({}))]);
      await enrollMember(site, member, course);
      const browser = await site.signedIn(member);
      const open = () => browser.request("GET", course.lessons[1]!.path);
      await open();
      const first = await countStatements(open);
      assert.equal(first.result.statusCode, 200);
      return first.statements;
    };
    const short = await statementsIn(3);
    assert.equal(await statementsIn(60), short);
    assert.ok(short <= 21, `${short} statements`);
  });

  void test("does not count a browser's prefetch", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [[{}]]);
    const enrollment = await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    browser.headers["sec-purpose"] = "prefetch;prerender";
    assert.match((await browser.open(course.lessons[0]!.path)).body, /Body of Lecture 1/);
    assert.equal(await progressOf(site, enrollment, course.lessons[0]!), undefined);
  });

  void test("is marked as done and as not done by its form, but not by a form of another browser", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(site, [[{ completionRule: { kind: "manual" } }]]);
    const enrollment = await enrollMember(site, member, course);
    const [lesson] = course.lessons;
    const isDone = async () => (await progressOf(site, enrollment, lesson!))?.isDone;
    const browser = await site.signedIn(member);
    const page = await browser.open(lesson!.path);
    assert.match(page.body, /Mark as done/);

    const other = await site.signedIn(member);
    const forged = await other.request("POST", `${lesson!.path}/done`, {
      csrf: /name="csrf" value="([^"]+)"/.exec(page.body)![1]!,
      done: "yes",
    });
    assert.equal(forged.statusCode, 403);
    assert.equal(await isDone(), false);

    // The course is completed as well, which has a page of its own.
    await browser.submit(page, {}, `${lesson!.path}/done`);
    const done = await browser.open(lesson!.path);
    assert.match(done.body, /Done on/);
    assert.equal(await isDone(), true);
    const undone = await browser.submit(done, {}, `${lesson!.path}/done`);
    assert.match(undone.body, /Mark as done/);
    assert.equal(await isDone(), false);
  });

  void test("explains how an exercise is completed, and does not accept a claim", async () => {
    const site = await aSite();
    const member = await site.member();
    const quiz = { kind: "quiz", completionRule: { kind: "pass_quiz" } } as const;
    const assignment = { kind: "assignment", completionRule: { kind: "submit" } } as const;
    const course = await aCourse(site, [[quiz, assignment]]);
    const enrollment = await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const pages = [await browser.open(course.lessons[0]!.path), await browser.open(course.lessons[1]!.path)];
    assert.match(pages[0]!.body, /Pass the quiz to complete/);
    assert.match(pages[1]!.body, /Submit the assignment to complete/);
    const { body } = await browser.open("/account");
    const csrf = /name="csrf" value="([^"]+)"/.exec(body)![1]!;
    for (const lesson of course.lessons) {
      const answer = await browser.request("POST", `${lesson.path}/done`, { csrf, done: "yes" });
      assert.equal(answer.statusCode, 409);
      assert.equal((await progressOf(site, enrollment, lesson))?.isDone, false);
    }
  });

  void test("shows a quiz with its answers to staff, and without them to others", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{ kind: "quiz" }]]);
    const [lesson] = course.lessons;
    const operator = await operatorOf(site, "curriculum:read curriculum:write courses:read");
    const choices = [{ text: "Bowline", correct: true }, { text: "Granny" }];
    const question = { kind: "single", prompt_markdown: "Which one holds?", choices, explanation: "It does not slip." };
    const quiz = { pass_percent: 80, attempts_allowed: 3, questions: [question] };
    assertStatus(await operator.put(`/lectures/${formatId("lecture", lesson!.id)}/quiz`, quiz), 200);
    const seenBy = async (member: AMember) => textOf(await (await site.signedIn(member)).open(lesson!.path));
    const staff = await seenBy(await site.member({ roles: ["manager"] }));
    assert.match(staff, /Questions: 1 80% to pass Attempts allowed: 3 Questions and answers Which one holds\?/);
    assert.match(staff, /Bowline · Granny Correct answer: Bowline It does not slip\./);
    assert.doesNotMatch(staff, /Start quiz/);
    const student = await site.member();
    await enrollMember(site, student, course);
    const enrolledManager = await site.member({ roles: ["manager"] });
    await enrollMember(site, enrolledManager, course);
    for (const member of [student, enrolledManager, await site.member({ roles: ["lecturer"] })]) {
      assert.doesNotMatch(await seenBy(member), /Which one holds|It does not slip/);
    }
    assert.match(await seenBy(enrolledManager), /Start quiz/);
  });

  void test("plays a video of the site from the last position, with a policy for its scripts", async () => {
    const site = await aSite();
    const member = await site.member();
    const fileId = await aFile(site, member, "knots.wav", silence(60));
    const chapters = [{ atSeconds: 20, title: "The loop" }];
    const video = { fileId, captions: [], chapters };
    const lectures = [[{ kind: "audio" as const, durationSeconds: 60, video }]];
    const course = await aCourse(site, lectures, { course: { commentsEnabled: false } });
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const [lesson] = course.lessons;
    const { body, response } = await browser.open(lesson!.path);
    const src = /<audio src="([^"]+)"/.exec(body)![1]!.replaceAll("&amp;", "&");
    assert.equal((await site.get(src.replace(site.origin, ""))).headers["content-type"], "audio/wav");
    const script = /<script type="module" src="([^"]+)"/.exec(body)![1]!;
    const module = `${site.origin}${islandsPath}/`;
    const scripts = `script-src ${site.origin}${script} ${module}`;
    assert.ok(policyOf(response).includes(`media-src 'self'; ${scripts}`), policyOf(response));
    assert.match(String((await site.get(script)).headers["content-type"]), /^text\/javascript/);

    await report(browser, lesson!, { kind: "position", position_seconds: "42" });
    assert.match((await browser.open(lesson!.path)).body, /#t=42".*Resumes at 0:42/s);
    assert.match((await browser.open(`${lesson!.path}?at=20`)).body, /#t=20"/);
    await report(browser, lesson!, { kind: "position", position_seconds: "59" });
    assert.doesNotMatch((await browser.open(lesson!.path)).body, /#t=/, "After the end it starts from the beginning.");
  });

  void test("allows a YouTube or Vimeo video exactly its frame, and links to any other", async () => {
    const site = await aSite();
    const member = await site.member();
    const course = await aCourse(
      site,
      [
        [
          film("youtube", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10"),
          film("vimeo", "https://vimeo.com/76979871/0123456789"),
          film("vimeo", "https://vimeo.com/channels/staffpicks"),
        ],
      ],
      { course: { commentsEnabled: false } },
    );
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const [youtube, vimeo, other] = await Promise.all(course.lessons.map(({ path }) => browser.open(path)));
    assert.match(policyOf(youtube!.response), /frame-src https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ;/);
    assert.match(youtube!.body, /<iframe\s+src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?rel=0"/);
    assert.match(policyOf(vimeo!.response), /frame-src https:\/\/player\.vimeo\.com\/video\/76979871;/);
    assert.match(vimeo!.body, /src="https:\/\/player\.vimeo\.com\/video\/76979871\?dnt=1&amp;h=0123456789"/);
    assert.doesNotMatch(policyOf(other!.response), /frame-src/);
    assert.match(other!.body, /href="https:\/\/vimeo\.com\/channels\/staffpicks"[^>]*><span>Open at/);
    const module = `<script type="module" src="${islandsPath}/student.js" fetchpriority="low">`;
    for (const page of [youtube, vimeo, other]) assert.deepEqual(page!.body.match(/<script[^>]*>/g), [module]);
  });
});
