import assert from "node:assert/strict";
import { database } from "../databases/database.ts";
import { formatId } from "#domain/platform/ids.ts";
import { postbox } from "../world.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

const inbox = "/account/notifications";

/** A notification of the other site with a session of this one, and with a session of the other. */
const markRead: Attempt = async (there, here) => {
  const { id } = (await database.first<{ id: string }>`
    select id from notifications where site_id = ${there.site.id} order by id desc limit 1`)!;
  const address = `${inbox}/${formatId("notification", id)}/read`;
  const ownBrowser = await here.site.signedIn(here.member);
  const foreignId = await ownBrowser.request("POST", address, { csrf: csrfOf(await ownBrowser.open("/account")) });
  assert.equal(foreignId.statusCode, 404);
  const forged = await ownBrowser.request("POST", address, { csrf: await foreignCsrf(there) });
  assert.equal(forged.statusCode, 403);
  const browser = visitor(there, here);
  const foreignSession = await browser.request("POST", address, { csrf: csrfOf(await browser.open("/sign-in")) });
  assert.equal(foreignSession.headers.location, "/sign-in?return_to=/account");
  return [foreignId, forged, foreignSession];
};

/** An unsubscribe link emailed by the other site. */
const unsubscribe =
  (method: "GET" | "POST"): Attempt =>
  async (there, { site }) => {
    const topic = "event_reminder";
    const link = postbox.signUnsubscription(there.site.site, { memberId: there.member.id, topic });
    const answer = await site.request(method, `/unsubscribe?link=${link}`);
    assert.equal(answer.statusCode, 404);
    return [answer];
  };

/** A form token and a session of the other site. */
const device: Attempt = async (there, here) => {
  const address = `${inbox}/device`;
  const ownBrowser = await here.site.signedIn(here.member);
  const forged = await ownBrowser.request("POST", address, { act: "off", csrf: await foreignCsrf(there) });
  assert.equal(forged.statusCode, 403);
  const foreignSession = await visitor(there, here).request("POST", address, { act: "off", csrf: "x" });
  assert.equal(foreignSession.statusCode, 401);
  return [forged, foreignSession];
};

export const notificationAttempts: Record<string, Attempt> = {
  "POST /account/notifications/device": device,
  "POST /account/notifications/:id/read": markRead,
  "GET /unsubscribe": unsubscribe("GET"),
  "POST /unsubscribe": unsubscribe("POST"),
};
