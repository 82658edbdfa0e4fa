import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { routesOfTheRouter } from "../../support/worlds/routes.ts";
import { aSite } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { aPaidCourse } from "../support/buyer.ts";
import { typed } from "../support/forms.ts";

/** Routes whose forms carry a key: sent twice, they act once (`admin/parts/perform-once.ts`). */
const once: Readonly<Record<string, string>> = {
  "/admin/*": "derived forms and actions with several rows",
  "/admin/courses/new": "a derived form",
  "/admin/members/new": "a derived form",
  "/admin/certificates/new": "a derived form",
  "/admin/files/new": "a derived form",
  "/admin/forms/new": "a new form",
  "/admin/enrollments/new": "a derived form",
  "/admin/lectures/:id/duplicate": "a copy of a lecture",
  "/admin/lectures/:id/move": "a lecture at another place",
  "/admin/lectures/:id/files": "an attachment of a file, and each move",
  "/admin/lectures/:id/attachments/new": "a derived form",
  "/admin/lectures/:id/quiz/import": "questions of a text",
  "/admin/imports/columns": "the start of an import",
  "/admin/imports/new": "a derived form",
  "/admin/orders/record": "a sale",
  "/admin/messages/new": "a message",
  "/admin/members/:id/merge": "links to both addresses",
  "/admin/settings/mail": "a link to the address",
  "/admin/settings/sign-in": "an identity provider",
  "/admin/questions/:id": "an answer",
  "/admin/lectures/:id/revisions/:rev": "a restored version",
  "/admin/courses/:course/outline": "each act of the outline",
  "/admin/webhooks/:id/test": "a delivery",
  "/admin/webhooks/:id/again": "a delivery",
};

/** Why a repetition of the other forms is harmless. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  "The form carries the ID of what it makes": [
    "/admin/developers/api-keys/new",
    "/admin/developers/applications/new",
    "/admin/webhooks/new",
    "/admin/settings/provisioning/new",
  ],
  "The form names the state that it changes, which is another one afterwards": [
    "/admin/certificates/:id",
    "/admin/comments/:id",
    "/admin/developers/applications/:id/secret",
    "/admin/developers/documents/:id/review",
    "/admin/enrollment/:id",
    "/admin/events/:event/check-in",
    "/admin/members/:id/merge/cancel",
    "/admin/members/:id/payments/:agreement",
    "/admin/orders/:id",
    "/admin/payments/events",
    "/admin/payments/reconciliation",
    "/admin/reviews/:id",
    "/admin/security/signing/rotate",
    "/admin/security/signing/withdraw",
    "/admin/submissions/:id",
    "/admin/webhooks/:id/secret",
    "/admin/settings/provisioning/:id/replace",
  ],
  "It stores the same draft again": ["/admin/lectures/:id/draft"],
  "It writes nothing, or the beginning of an upload, which expires": [
    "/admin/lectures/:id/quiz/try",
    "/admin/appearance/preview",
    "/admin/markdown",
    "/admin/settings/sign-in/:id/test",
    "/admin/uploads",
  ],
  "It stores a file that the next page names": ["/admin/imports"],
  "It stores the same values again": [
    "/admin/certificates/courses/:id",
    "/admin/developers/applications/:id/edit",
    "/admin/developers/documents",
    "/admin/enrollment",
    "/admin/forms/:id/edit",
    "/admin/lectures/:id/assignment/edit",
    "/admin/lectures/:id/edit",
    "/admin/lectures/:id/publish",
    "/admin/lectures/:id/quiz/edit",
    "/admin/payments",
    "/admin/payments/:provider",
    "/admin/payments/ecpay/credentials",
    "/admin/payments/refunds",
    "/admin/payments/stripe/credentials",
    "/admin/reviews",
    "/admin/security/limits",
    "/admin/security/signing",
    "/admin/settings/beta-features",
    "/admin/settings/media",
    "/admin/settings/provisioning/:id",
    "/admin/settings/sign-in/:id",
    "/admin/settings/sign-in/applications",
    "/admin/settings/sign-in/by-email",
    "/admin/settings/sign-in/roles",
  ],
  "It is done already": [
    "/admin/members/:id/second-factors/remove",
    "/admin/members/:id/view",
    "/admin/members/end-view",
    "/admin/courses/:course/lecturers",
    "/admin/courses/:course/publish_lectures",
    "/admin/uploads/:id/complete",
    "/admin/developers/api-keys/:id/revoke",
    "/admin/developers/applications/:id/delete",
    "/admin/developers/documents/:id/block",
    "/admin/developers/documents/:id/forget",
    "/admin/developers/documents/:id/unblock",
    "/admin/developers/integrations/:slug/disable",
    "/admin/developers/integrations/:slug/enable",
    "/admin/developers/registered/:id/delete",
    "/admin/forms/:id/close",
    "/admin/forms/:id/delete",
    "/admin/forms/:id/open",
    "/admin/lectures/:id/draft/discard",
    "/admin/payments/ecpay/credentials/remove",
    "/admin/payments/stripe/credentials/remove",
    "/admin/settings/mail/lift",
    "/admin/settings/provisioning/:id/revoke",
    "/admin/settings/sign-in/:id/delete",
    "/admin/webhooks/:id/delete",
    "/admin/webhooks/:id/disable",
    "/admin/webhooks/:id/enable",
  ],
};

void test("Every form of the admin area acts once, or a repetition of it is harmless", async () => {
  const posts = (await routesOfTheRouter()).flatMap((route) => /^POST (\/admin(?:\/.*)?)$/.exec(route)?.[1] ?? []);
  const listed = [...Object.keys(once), ...Object.values(harmless).flat()];
  assert.deepEqual(posts.toSorted(), listed.toSorted());
});

const countOf = async (site: Awaited<ReturnType<typeof aSite>>, action: string) =>
  (await auditOf(site)).filter((entry) => entry.action === action).length;

void test("A sale, a form and a merge that are sent twice happen once", async () => {
  const site = await aSite();
  const course = await aPaidCourse(await operatorOf(site, "courses:read courses:write curriculum:write"));
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const twice = async (page: string, action: string, fields: Record<string, string>) => {
    const form = await browser.open(page);
    const [one, two] = await Promise.all([browser.submit(form, fields, action), browser.submit(form, fields, action)]);
    const three = await browser.submit(form, fields, action);
    assert.deepEqual([one.address, one.address], [two.address, three.address], page);
    assert.equal(one.status, 200, one.body.slice(0, 500));
    return form;
  };
  const record = "/admin/orders/record";
  const sale = { email: "ana@school.example", name: "Ana", product: course.plan, notify: "on" };
  const form = await twice(record, record, sale);
  assert.equal(await countOf(site, "recordSale"), 1);
  const other = await browser.submit(form, { ...sale, email: "tom@school.example", name: "Tom" }, record);
  assert.match(other.address, /done=recorded/);
  assert.equal(await countOf(site, "recordSale"), 2);

  const survey = { name: "Survey", audience: "everybody", do: "save", ...typed([{ label: "Boat", kind: "text" }]) };
  await twice("/admin/forms/new", "/admin/forms/new", survey);
  assert.equal(await countOf(site, "createForm"), 1);

  const [ana, tom] = [await site.member(), await site.member()];
  const merge = `/admin/members/${formatId("member", ana.id)}/merge`;
  await twice(merge, merge, { into: tom.email, act: "request" });
  assert.equal(await countOf(site, "mergeMember"), 1);
});
