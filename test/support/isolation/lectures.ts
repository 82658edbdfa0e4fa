import assert from "node:assert/strict";
import { formatId } from "#domain/platform/ids.ts";
import { EncodedForm } from "../browser-session.ts";
import { newestId } from "../worlds/newest-id.ts";
import { adminAction, adminPage, atNewest } from "./administrators.ts";
import { type Attempt, csrfOf } from "./attempt.ts";

export const lectureOfOthers = (page: string): Attempt =>
  atNewest("lecture", "lectures", "/admin/lectures", (address) =>
    adminPage((id) => address(id) + page, { notFound: true }),
  );

export const changeOfLecture = (page: string): Attempt =>
  atNewest("lecture", "lectures", "/admin/lectures", (address) =>
    adminAction((id) => address(id) + page, { fields: { title: "Taken" }, notFound: true }),
  );

const asJson = (value: object) => new EncodedForm("application/json", Buffer.from(JSON.stringify(value)));

export const draftOfLecture: Attempt = async (there, here) => {
  const id = formatId("lecture", await newestId(there.site.site.id, "lectures"));
  const browser = await here.site.signedIn(here.member);
  const headers = { "x-csrf-token": csrfOf(await browser.open("/account")) };
  const draft = { writer: "0123456789", revision: 0, shown: "", fields: { title: { title: "Taken" } } };
  const answer = await browser.request("POST", `/admin/lectures/${id}/draft`, asJson(draft), headers);
  assert.equal(answer.statusCode, 404);
  return [answer];
};
