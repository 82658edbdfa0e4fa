import assert from "node:assert/strict";
import { newMessageId } from "#domain/messages/mail/message-id.ts";
import { formatId } from "#domain/platform/ids.ts";
import { database } from "../databases/database.ts";
import { newestId } from "../worlds/newest-id.ts";
import { mailKey, postbox } from "../world.ts";
import { adminAction } from "./administrators.ts";
import { type Attempt, csrfOf } from "./attempt.ts";

const path = "/admin/settings/mail/lift";

const lift: Attempt = async (there, here) => {
  const id = await newestId(there.site.site.id, "suppressed_addresses");
  const fields = { id: formatId("suppressedAddress", id) };
  const ownBrowser = await here.site.signedIn(here.member);
  const known = await ownBrowser.request("POST", path, { ...fields, csrf: csrfOf(await ownBrowser.open("/account")) });
  assert.equal(known.statusCode, 303);
  const row = await database.one<{ deletedAt: Date | null }>`
    select deleted_at from suppressed_addresses where site_id = ${there.site.site.id} and id = ${id}`;
  assert.equal(row.deletedAt, null);
  return [known, ...(await adminAction(() => path, { fields })(there, here))];
};

/** A report at the address of the other site, and one about an email to its member that it did not send. */
const report: Attempt = async (there, here) => {
  const { email } = there.member;
  const messageId = newMessageId(Buffer.alloc(32), there.site.site.id, email, "school.example");
  const payload = [{ event: "bounce", email, "smtp-id": messageId, status: "5.1.1" }];
  const elsewhere = await here.site.post(postbox.reportPath(there.site.site), payload);
  assert.equal(elsewhere.statusCode, 404);
  const forged = await here.site.post(postbox.reportPath(here.site.site), payload);
  assert.equal(forged.json<{ suppressed: number }>().suppressed, 0);
  const genuine = newMessageId(mailKey, here.site.site.id, here.member.email, "school.example");
  const stolen = await here.site.post(postbox.reportPath(here.site.site), [{ ...payload[0], "smtp-id": genuine }]);
  assert.equal(stolen.json<{ suppressed: number }>().suppressed, 0);
  return [elsewhere, forged, stolen];
};

export const suppressionAttempts: Record<string, Attempt> = {
  "POST /admin/settings/mail/lift": lift,
  "POST /email-reports/:secret": report,
};
