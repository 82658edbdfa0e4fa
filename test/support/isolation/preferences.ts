import assert from "node:assert/strict";
import { assertStatus } from "../assert-status.ts";
import { type Attempt, visitor } from "./attempt.ts";

/** Only pages of the site send the form, and a session of the other site changes nothing here. */
export const choosingLanguage: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const fields = { language: "zh-TW", theme: "dark", return_to: "//evil.example" };
  const foreign = await ownBrowser.request("POST", "/account/preferences", fields, { "sec-fetch-site": "cross-site" });
  assertStatus(foreign, 403);
  assert.doesNotMatch(String(foreign.headers["set-cookie"]), /language|theme/);
  const strange = visitor(there, here);
  const answer = await strange.request("POST", "/account/preferences", fields);
  assertStatus(answer, 303);
  assert.equal(answer.headers.location, "/");
  return [foreign, answer];
};
