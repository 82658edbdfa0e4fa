import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { routes } from "#operations/routes.ts";
import { derivedPages } from "#pages/admin/derived/addresses.ts";
import { describeFailure } from "../assert-status.ts";
import { EncodedForm } from "../browser-session.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { adminAction, adminPage } from "./administrators.ts";
import { type Attempt, csrfOf, foreignCsrf } from "./attempt.ts";
import { pathWithForeignIds } from "./operator.ts";

/** The address of each derived page, with the other site's ids. */
async function foreignAddresses(there: InhabitedSite): Promise<{ address: string; isRead: boolean }[]> {
  const found = derivedPages.map(async ({ kind, pattern, route }) => {
    const known = routes.find(({ method, path }) => method === route.method && path === route.path);
    assert.ok(known, route.path);
    const path = await pathWithForeignIds(known, there);
    return {
      address: `/admin${path}${pattern.slice(route.path.length)}`,
      isRead: kind === "list" || kind === "detail",
    };
  });
  return Promise.all(found);
}

/** Opens every derived page with ids of the other site, as an owner of this one. */
const pages: Attempt = async (there, here) => {
  const browser = await here.site.signedIn(here.member);
  const answers = [];
  for (const { address } of await foreignAddresses(there)) {
    const answer = await browser.request("GET", address);
    assert.ok(answer.statusCode < 500, `${address}: ${describeFailure(answer.body)}`);
    answers.push(answer);
  }
  return answers;
};

/** Submits every derived form for resources of the other site. */
const forms: Attempt = async (there, here) => {
  const browser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await browser.open("/account"));
  const answers = [];
  const writes = (await foreignAddresses(there)).filter(
    ({ address, isRead }) => !isRead && /[a-z]{3}_[0-9a-z]{26}/.test(address),
  );
  for (const { address } of writes) {
    const answer = await browser.request("POST", address, { csrf, name: "Taken", title: "Taken", confirmed: "yes" });
    assert.ok([303, 404, 409, 422].includes(answer.statusCode), `${address}: ${answer.statusCode}`);
    answers.push(answer);
  }
  return answers;
};

const upload: Attempt = async (_there, here) => {
  const browser = await here.site.signedIn(here.member);
  const answer = await browser.request("POST", "/admin/files/new", { csrf: "made-up" });
  assert.equal(answer.statusCode, 403);
  return [answer];
};

/** Continues an upload of the other site. */
const foreignUpload =
  (method: "GET" | "PUT" | "POST", path: string): Attempt =>
  async (there, here) => {
    const browser = await here.site.signedIn(here.member);
    const csrf = csrfOf(await browser.open("/account"));
    const known = routes.find((route) => route.method === method && route.path === path);
    assert.ok(known, path);
    const address = `/admin${await pathWithForeignIds(known, there)}`.replace(/parts\/.*/, "parts/1");
    const bytes = Buffer.from("stolen");
    const body = method === "PUT" ? new EncodedForm("application/octet-stream", bytes) : { csrf };
    const answer = await browser.request(method, address, method === "GET" ? undefined : body, {
      "x-csrf-token": csrf,
      "content-digest": `sha-256=:${hash("sha256", bytes, "base64")}:`,
    });
    assert.equal(answer.statusCode, 404, describeFailure(answer.body));
    return [answer];
  };

/** Compares texts with the form token of the other site. */
const compared: Attempt = async (there, here) => {
  const browser = await here.site.signedIn(here.member);
  const headers = { "x-csrf-token": await foreignCsrf(there), "content-type": "application/json" };
  const answer = await browser.request("POST", "/admin/markdown", {}, headers);
  assert.equal(answer.statusCode, 403);
  return [answer];
};

export const derivedAttempts: Record<string, Attempt> = {
  "GET /admin/*": pages,
  "POST /admin/*": forms,
  "GET /admin/files/new": adminPage(() => "/admin/files/new"),
  "POST /admin/files/new": upload,
  "POST /admin/uploads": adminAction(() => "/admin/uploads"),
  "GET /admin/uploads/:id": foreignUpload("GET", "/uploads/:id"),
  "PUT /admin/uploads/:id/parts/:n": foreignUpload("PUT", "/uploads/:id/parts/:n"),
  "POST /admin/uploads/:id/complete": foreignUpload("POST", "/uploads/:id/complete"),
  "POST /admin/markdown": compared,
  "GET /admin/courses/new": adminPage(() => "/admin/courses/new"),
  "POST /admin/courses/new": adminAction(() => "/admin/courses/new"),
  "GET /admin/enrollments/new": adminPage(() => "/admin/enrollments/new"),
  "POST /admin/enrollments/new": adminAction(() => "/admin/enrollments/new"),
  "GET /admin/members/new": adminPage(() => "/admin/members/new"),
  "POST /admin/members/new": adminAction(() => "/admin/members/new"),
  "GET /admin/imports/new": adminPage(() => "/admin/imports/new"),
  "POST /admin/imports/new": adminAction(() => "/admin/imports/new"),
  "GET /admin/certificates/new": adminPage(() => "/admin/certificates/new"),
  "POST /admin/certificates/new": adminAction(() => "/admin/certificates/new"),
};
