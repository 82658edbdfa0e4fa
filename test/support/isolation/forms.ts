import assert from "node:assert/strict";
import { formatId } from "#domain/platform/ids.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { newestId } from "../worlds/newest-id.ts";
import { adminAction, adminPage } from "./administrators.ts";
import { type Attempt, csrfOf } from "./attempt.ts";

/** Administrators of this site find neither forms nor answers of the other. */
const ofForm =
  (attempt: typeof adminPage, page: (submission: string) => string): Attempt =>
  async (there, here) => {
    const pages = new Map(
      await Promise.all(
        [there, here].map(async (one) => {
          const form = formatId("form", await newestId(one.site.site.id, "forms"));
          const submission = formatId("formSubmission", await newestId(one.site.site.id, "form_submissions"));
          return [one, `/admin/forms/${form}${page(submission)}`] as const;
        }),
      ),
    );
    return attempt((id: InhabitedSite) => pages.get(id)!, { notFound: true })(there, here);
  };

/** A form of the other site cannot be answered here by any visitor. */
const foreignAnswer =
  (ending: string): Attempt =>
  async (there, here) => {
    const address = `/forms/${there.site.name.toLowerCase()}${ending}`;
    const ownBrowser = await here.site.signedIn(here.member);
    const csrf = csrfOf(await ownBrowser.open("/account"));
    const answers = [await ownBrowser.request("GET", address)];
    if (ending === "") answers.push(await ownBrowser.request("POST", address, { csrf, "a.name": "x" }));
    for (const { statusCode } of answers) assert.equal(statusCode, 404, address);
    return answers;
  };

const page = (name: string) => ofForm(adminPage, () => name);
const action = (name: string) => ofForm(adminAction, () => name);

export const forms: Record<string, Attempt> = {
  "GET /forms/:slug": foreignAnswer(""),
  "POST /forms/:slug": foreignAnswer(""),
  "GET /forms/:slug/thanks": foreignAnswer("/thanks"),
  "GET /admin/forms": adminPage(() => "/admin/forms"),
  "GET /admin/forms/new": adminPage(() => "/admin/forms/new"),
  "POST /admin/forms/new": adminAction(() => "/admin/forms/new"),
  "GET /admin/forms/:id": page(""),
  "GET /admin/forms/:id/edit": page("/edit"),
  "POST /admin/forms/:id/edit": action("/edit"),
  "GET /admin/forms/:id/preview": page("/preview"),
  "POST /admin/forms/:id/open": action("/open"),
  "POST /admin/forms/:id/close": action("/close"),
  "GET /admin/forms/:id/delete": page("/delete"),
  "POST /admin/forms/:id/delete": action("/delete"),
  "GET /admin/forms/:id/submissions": page("/submissions"),
  "GET /admin/forms/:id/submissions.csv": page("/submissions.csv"),
  "GET /admin/forms/:id/submissions/:submission": ofForm(adminPage, (submission) => `/submissions/${submission}`),
};
