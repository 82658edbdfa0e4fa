import assert from "node:assert/strict";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../assert-status.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { newestId } from "../worlds/newest-id.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** The page of a lecture that the site's member is enrolled in. */
export async function lectureOf({ site, member }: InhabitedSite) {
  const { courseId, lectureId } = (await database.first<{ courseId: string; lectureId: string }>`
    select course_id, last_lecture_id as lecture_id from enrollments
     where site_id = ${site.id} and student_id = ${member.id} and last_lecture_id is not null limit 1`)!;
  const course = `/learn/${formatId("course", courseId)}`;
  const lectureWireId = formatId("lecture", lectureId);
  return { course, lecture: `${course}/${lectureWireId}`, lectureWireId };
}

export type Lesson = Awaited<ReturnType<typeof lectureOf>>;

/** With a session of this site: not found. With a session of the other: not signed in. */
export const lesson =
  (address: (lesson: Lesson) => string): Attempt =>
  async (there, here) => {
    const foreign = address(await lectureOf(there));
    const ownBrowser = await here.site.signedIn(here.member);
    const foreignId = await ownBrowser.request("GET", foreign);
    assert.equal(foreignId.statusCode, 404);
    const foreignSession = await visitor(there, here).request("GET", foreign);
    assert.equal(foreignSession.headers.location, `/sign-in?return_to=${foreign}`);
    return [foreignId, foreignSession];
  };

/** A quiz attempt of the other site, at its lecture and at one of this site. */
export const foreignAttempt: Attempt = async (there, here) => {
  const attempt = formatId("quizAttempt", await newestId(there.site.site.id, "quiz_attempts"));
  const { lecture } = await lectureOf(here);
  const ownBrowser = await here.site.signedIn(here.member);
  const answer = await ownBrowser.request("GET", `${lecture}/attempts/${attempt}`);
  assert.equal(answer.statusCode, 404);
  // The error page repeats the requested id.
  answer.body = answer.body.replaceAll(attempt, "");
  return [
    answer,
    ...(await lesson((place) => `${place.lecture}/attempts/qat_00000000000000000000000000`)(there, here)),
  ];
};

/** A certificate serial of the other site is unknown here, also for its PDF. */
export const certificate =
  (rest: string): Attempt =>
  async (there, here) => {
    const { serial } = (await database.first<{ serial: string }>`
      select serial from certificates where site_id = ${there.site.site.id} limit 1`)!;
    const ownBrowser = await here.site.signedIn(here.member);
    const answers = [await ownBrowser.request("GET", `/certificates/${serial}${rest}`)];
    answers.push(await here.site.get(`/certificates/${serial}${rest}`));
    if (rest === "/pdf") answers.push(await there.site.get(`/certificates/${serial}${rest}`));
    for (const { statusCode } of answers) assert.ok(statusCode === 404 || statusCode === 403, String(statusCode));
    return answers;
  };

/** Documents for verifiers are those of this site. */
export const badgeDocument =
  (path: string): Attempt =>
  async (_there, here) => {
    const ownDocument = await here.site.get(path);
    assertStatus(ownDocument, 200);
    return [ownDocument];
  };

/** A key of the other site is unknown here. */
export const badgeKey: Attempt = async (there, here) => {
  const [foreign, ownId] = await Promise.all(
    [there, here].map(async ({ site }) => formatId("credentialKey", await newestId(site.site.id, "credential_keys"))),
  );
  assert.equal((await here.site.get(`/certificates/keys/${ownId}`)).statusCode, 200);
  const answer = await here.site.get(`/certificates/keys/${foreign}`);
  assert.equal(answer.statusCode, 404);
  answer.body = answer.body.replaceAll(foreign!, "");
  return [answer];
};

/** The same with a typed serial. */
export const certificateNumber: Attempt = async (there, here) => {
  const { serial } = (await database.first<{ serial: string }>`
    select serial from certificates where site_id = ${there.site.site.id} limit 1`)!;
  const answer = await here.site.get(`/certificates?serial=${serial}`);
  assert.equal(answer.statusCode, 404);
  return [answer];
};

/** A lecture, a form token and a session of the other site. */
export const lessonAction =
  (address: (lesson: Lesson) => string, refused: { forged: number; signedOut: number }): Attempt =>
  async (there, here) => {
    const [foreign, known] = await Promise.all([lectureOf(there), lectureOf(here)]);
    const event = {
      id: crypto.randomUUID(),
      kind: "position",
      // Fields of a reply in a discussion, and of a question about a lecture of the other site.
      act: "reply",
      reply: "Yes.",
      lecture: foreign.lectureWireId,
      body: "Why?",
      position_seconds: "5",
      occurred_at: now().toISOString(),
    };
    const ownBrowser = await here.site.signedIn(here.member);
    const csrf = csrfOf(await ownBrowser.open("/account"));
    const foreignId = await ownBrowser.request("POST", address(foreign), { ...event, csrf });
    assert.equal(foreignId.statusCode, 404);
    const forged = await ownBrowser.request("POST", address(known), { ...event, csrf: await foreignCsrf(there) });
    assert.equal(forged.statusCode, refused.forged);
    const browser = visitor(there, here);
    const form = await browser.open("/sign-in");
    const foreignSession = await browser.request("POST", address(known), { ...event, csrf: csrfOf(form) });
    assert.equal(foreignSession.statusCode, refused.signedOut);
    return [foreignId, forged, foreignSession];
  };
