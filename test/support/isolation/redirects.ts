import assert from "node:assert/strict";
import { formatId } from "#domain/platform/ids.ts";
import { database } from "../database.ts";
import { newestId } from "../newest-id.ts";
import { adminAction, adminPage } from "./administrators.ts";
import { type Attempt, csrfOf } from "./attempt.ts";

const path = "/admin/redirects";

/** Deletes a redirect of the other site. The response is that for a redirect that someone else has deleted. */
const deletion: Attempt = async (there, here) => {
  const siteId = there.site.site.id;
  const id = await newestId(siteId, "redirects");
  const address = `${path}/${formatId("redirect", id)}/delete`;
  const own = await here.site.signedIn(here.member);
  const known = await own.request("POST", address, { version: "1", csrf: csrfOf(await own.open("/account")) });
  assert.equal(known.statusCode, 303);
  const row = await database.one<{ deletedAt: Date | null }>`
    select deleted_at from redirects where site_id = ${siteId} and id = ${id}`;
  assert.equal(row.deletedAt, null);
  return [known, ...(await adminAction(() => address, { fields: { version: "1" } })(there, here))];
};

export const redirectAttempts: Record<string, Attempt> = {
  "GET /admin/redirects": adminPage(() => path),
  "POST /admin/redirects/:id/delete": deletion,
};
