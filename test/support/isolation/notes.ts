import assert from "node:assert/strict";
import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../assert-status.ts";
import { newestId } from "../worlds/newest-id.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";
import { lesson, lessonAction } from "./learning.ts";
import { accountPage } from "./people.ts";

const unknown = "lnt_00000000000000000000000000";

/** A note of the other site is unknown here. */
const deleting: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await ownBrowser.open("/account"));
  const id = formatId("lectureNote", await newestId(there.site.site.id, "lecture_notes"));
  const address = `/account/notes/${id}/delete`;
  const foreignId = await ownBrowser.request("POST", address, { csrf });
  assertStatus(foreignId, 404);
  foreignId.body = foreignId.body.replaceAll(id, "");
  assertStatus(await ownBrowser.request("POST", address, { csrf: await foreignCsrf(there) }), 403);
  const foreignSession = await visitor(there, here).request("POST", address, { csrf });
  // Asks to sign in, and keeps the form for then.
  assertStatus(foreignSession, 403);
  assert.equal(formatId("lectureNote", await newestId(there.site.site.id, "lecture_notes")), id);
  return [foreignId, foreignSession];
};

/** Downloads do not say where to return to. */
const downloading: Attempt = async (there, here) => {
  const course = formatId("course", await newestId(there.site.site.id, "courses"));
  const ownBrowser = await here.site.signedIn(here.member);
  const foreignId = await ownBrowser.request("GET", `/learn/${course}/notes.md`);
  assertStatus(foreignId, 404);
  foreignId.body = foreignId.body.replaceAll(course, "");
  const foreignSession = await visitor(there, here).request("GET", `/learn/${course}/notes.md`);
  assert.equal(foreignSession.headers.location, "/sign-in?return_to=/learn");
  return [foreignId, foreignSession];
};

/** A session of the other site downloads nothing here. */
const ownDownload: Attempt = async (there, here) => {
  const foreignSession = await visitor(there, here).request("GET", "/account/notes.md");
  assert.equal(foreignSession.headers.location, "/sign-in?return_to=/account");
  return [foreignSession];
};

/** Private notes of members, and the search in a course. */
export const noteAttempts: Record<string, Attempt> = {
  "GET /account/notes": accountPage("/account/notes"),
  "GET /account/notes.md": ownDownload,
  "POST /account/notes/:note/delete": deleting,
  "GET /learn/:course/notes": lesson(({ course }) => `${course}/notes`),
  "GET /learn/:course/notes.md": downloading,
  "GET /learn/:course/search": lesson(({ course }) => `${course}/search`),
  "POST /learn/:course/:lecture/notes": lessonAction(({ lecture }) => `${lecture}/notes`, {
    forged: 403,
    signedOut: 303,
  }),
  "POST /learn/:course/:lecture/notes/:note": lessonAction(({ lecture }) => `${lecture}/notes/${unknown}`, {
    forged: 403,
    signedOut: 303,
  }),
  "POST /learn/:course/:lecture/notes/draft": lessonAction(({ lecture }) => `${lecture}/notes/draft`, {
    forged: 403,
    signedOut: 401,
  }),
};
