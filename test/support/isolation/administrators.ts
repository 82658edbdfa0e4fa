import assert from "node:assert/strict";
import { formatId, type IdKind, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../assert-status.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { newestId } from "../worlds/newest-id.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** Members who manage the other site are not signed in here, and those of this site find nothing of the other. */
export const adminPage =
  (address: (id: InhabitedSite) => string, { notFound = false } = {}): Attempt =>
  async (there, here) => {
    const answer = await visitor(there, here).request("GET", address(here));
    assert.equal(answer.statusCode, 303);
    assert.ok(String(answer.headers.location).startsWith("/sign-in?return_to=/admin"));
    if (!notFound) return [answer];
    const ownBrowser = await here.site.signedIn(here.member);
    const foreignId = await ownBrowser.request("GET", address(there));
    assert.equal(foreignId.statusCode, 404);
    // The error page repeats the requested id.
    return [answer, foreignId];
  };

/**
 * With a session of the other site: not signed in. With a session of this site and a form token of the other:
 * rejected.
 */
export const adminAction =
  (
    address: (id: InhabitedSite) => string,
    { fields = {}, notFound = false }: { fields?: Record<string, string>; notFound?: boolean } = {},
  ): Attempt =>
  async (there, here) => {
    const ownBrowser = await here.site.signedIn(here.member);
    const csrf = csrfOf(await ownBrowser.open("/account"));
    const forged = await ownBrowser.request("POST", address(here), { ...fields, csrf: await foreignCsrf(there) });
    assertStatus(forged, 403);
    const foreignId = notFound ? [await ownBrowser.request("POST", address(there), { ...fields, csrf })] : [];
    for (const answer of foreignId) assert.equal(answer.statusCode, 404);

    const browser = visitor(there, here);
    const stolen = { ...fields, csrf: csrfOf(await browser.open("/sign-in")) };
    const foreignSession = await browser.request("POST", address(here), stolen);
    assert.equal(foreignSession.headers.location, "/sign-in?return_to=/admin");
    return [forged, ...foreignId, foreignSession];
  };

export const application =
  (page: string) =>
  ({ confidential }: InhabitedSite): string =>
    `/admin/developers/applications/${confidential.clientId}${page}`;

/** A page of an application with a document at the other site. */
export const documented =
  (page: string) =>
  (id: InhabitedSite): string =>
    `/admin/developers/documents/${id.documented}${page}`;

export const registered = (id: InhabitedSite): string => `/admin/developers/registered/${id.registered}/delete`;

export const webhook =
  (page: string) =>
  (id: InhabitedSite): string =>
    `/admin/webhooks/${id.webhook}${page}`;

export const apiKey =
  (page: string) =>
  (id: InhabitedSite): string =>
    `/admin/developers/api-keys/${id.apiKey}${page}`;

/** Requests the address of a resource of the other site. */
export const atNewest =
  (
    kind: IdKind,
    table: string,
    path: string,
    attempt: (address: (id: InhabitedSite) => string) => Attempt,
    page = "",
  ): Attempt =>
  async (there, here) => {
    const [foreign, ownId] = await Promise.all(
      [there, here].map(async ({ site }) => formatId(kind, await newestId(site.id, table))),
    );
    return attempt((id) => `${path}/${id === there ? foreign : ownId}${page}`)(there, here);
  };

/** Requests a page of a course of the other site. */
function atCourse(page: string) {
  return (attempt: (address: (id: InhabitedSite) => string) => Attempt): Attempt =>
    atNewest("course", "courses", "/admin/courses", (address) => attempt((id) => `${address(id)}${page}`));
}

export const courseFigures = atNewest("course", "courses", "/admin/analytics/courses", (address) =>
  adminPage(address, { notFound: true }),
);

export const courseToManage = atCourse("")((address) => adminPage(address, { notFound: true }));

export const lecturersOfCourse = atCourse("/lecturers")((address) =>
  adminAction(address, { notFound: true, fields: { act: "add", lecturer: formatId("lecturer", newId()) } }),
);

export const lecturesToPublish = atCourse("/publish_lectures")((address) => adminAction(address, { notFound: true }));

const outlineOf = atCourse("/outline");
export const courseOutline = outlineOf((address) => adminPage(address, { notFound: true }));
export const changeOfOutline = outlineOf((address) =>
  adminAction(address, { notFound: true, fields: { act: "add-section", title: "Taken" } }),
);

/** Requests the page of the other site's member, whose id the response repeats. */
const atMember =
  (page: string, attempt: (address: (id: InhabitedSite) => string) => Attempt): Attempt =>
  async (there, here) => {
    const answers = await attempt(({ member }) => `/admin/members/${member.sub}${page}`)(there, here);
    for (const answer of answers) answer.body = answer.body.replaceAll(`member ${there.member.sub}`, "member");
    return answers;
  };

export const someone = atMember("", (address) => adminPage(address, { notFound: true }));
export const changeOfSomeone = (page: string): Attempt =>
  atMember(page, (address) => adminAction(address, { fields: { "role.student": "on" }, notFound: true }));

const mergeOf = ({ member }: InhabitedSite) => `/admin/members/${member.sub}/merge/cancel`;

/** A merge of members of the other site, at the address of a member of this one. */
export const mergeToCancel: Attempt = async (there, here) => {
  const merge = formatId("memberMerge", await newestId(there.site.id, "member_merges"));
  const ownBrowser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await ownBrowser.open("/account"));
  const foreignId = await ownBrowser.request("POST", mergeOf(here), { merge, csrf });
  assert.equal(foreignId.statusCode, 404);
  return [foreignId, ...(await adminAction(mergeOf, { fields: { merge } })(there, here))];
};

export const reviewToDecide = atNewest("review", "reviews", "/admin/reviews", (address) =>
  adminPage(address, { notFound: true }),
);
export const decisionOnReview = atNewest("review", "reviews", "/admin/reviews", (address) =>
  adminAction(address, { fields: { act: "hide", version: "1" }, notFound: true }),
);

/** A file of the other site as the source of an import. */
export const fileToImport = atNewest("file", "files", "/admin/imports/columns?resource=students&file=", (address) =>
  adminPage((id) => address(id).replace("file=/", "file="), { notFound: true }),
);
export const columnsOfFile: Attempt = async (there, here) => {
  const [foreign, ownId] = await Promise.all(
    [there, here].map(async ({ site }) => formatId("file", await newestId(site.id, "files"))),
  );
  const path = "/admin/imports/columns";
  const fields = { resource: "students", act: "dry_run" };
  const browser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await browser.open("/account"));
  const foreignId = await browser.request("POST", path, { ...fields, file: foreign!, csrf });
  assertStatus(foreignId, 404);
  return [foreignId, ...(await adminAction(() => path, { fields: { ...fields, file: ownId! } })(there, here))];
};
export const importOfJob = atNewest("job", "jobs", "/admin/imports", (address) =>
  adminPage(address, { notFound: true }),
);

/** The sessions of a service at the other site. */
export const calendarOfService = atNewest(
  "consultingService",
  "consulting_services",
  "/admin/consulting_services",
  (address) => adminPage((id) => `${address(id)}/calendar`, { notFound: true }),
);

/** The guest list of an event at the other site. */
export const doorOfEvent = atNewest("event", "events", "/admin/events", (address) =>
  adminPage((id) => `${address(id)}/check-in`, { notFound: true }),
);
export const checkInAtDoor = atNewest("event", "events", "/admin/events", (address) =>
  adminAction((id) => `${address(id)}/check-in`, { fields: { code: "CODE" }, notFound: true }),
);

export const submissionToGrade = atNewest("submission", "submissions", "/admin/submissions", (address) =>
  adminPage(address, { notFound: true }),
);
export const gradeOfSubmission = atNewest("submission", "submissions", "/admin/submissions", (address) =>
  adminAction(address, { fields: { act: "return", version: "1" }, notFound: true }),
);

export const decisionOnComment = atNewest("comment", "comments", "/admin/comments", (address) =>
  adminAction(address, { fields: { act: "hide", version: "1" }, notFound: true }),
);

export const questionToAnswer = atNewest("comment", "comments", "/admin/questions", (address) =>
  adminPage(address, { notFound: true }),
);

export const answerToQuestion = atNewest("comment", "comments", "/admin/questions", (address) =>
  adminAction(address, { fields: { act: "answer", answer: "Yes", seen: "9" }, notFound: true }),
);

export const certificatesOfCourse = atNewest("course", "courses", "/admin/certificates/courses", (address) =>
  adminAction(address, { fields: { months: "0" }, notFound: true }),
);

export const certificateToRevoke = atNewest("certificate", "certificates", "/admin/certificates", (address) =>
  adminPage(address, { notFound: true }),
);
export const revocationOfCertificate = atNewest("certificate", "certificates", "/admin/certificates", (address) =>
  adminAction(address, { fields: { act: "revoke", version: "1", reason: "Copied" }, notFound: true }),
);

export const decisionOnRequest = atNewest("enrollmentRequest", "enrollment_requests", "/admin/enrollment", (address) =>
  adminAction(address, { fields: { act: "approve" }, notFound: true }),
);

/** Filters by names of the other site find nothing. */
export const auditLog: Attempt = async (there, here) => {
  const path = "/admin/security/audit-log";
  const ownBrowser = await here.site.signedIn(here.member);
  const filters = [
    `member=${there.member.sub}`,
    `member=${there.member.email}`,
    `application=${there.client.clientId}`,
  ];
  const read = await Promise.all(filters.map((filter) => ownBrowser.request("GET", `${path}?${filter}`)));
  for (const answer of read) {
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, /No matching entries\./);
    // The form repeats the filter.
    for (const typed of [there.member.sub, there.member.email, there.client.clientId]) {
      answer.body = answer.body.replaceAll(`value="${typed}"`, "");
    }
  }
  return [...(await adminPage(() => path)(there, here)), ...read];
};
