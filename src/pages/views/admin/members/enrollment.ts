import { html } from "hono/html";

import { type EnrollmentPolicy, enrollmentPolicies } from "#domain/platform/site/settings.ts";
import { typedKeys } from "#lib/json/typed-object.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { choices, radio } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

export const enrollmentNotices = typedKeys(textFor("en").admin.resources.enrollment.notice);

/** With the encoded id: `erq_…`. */
interface Request {
  id: string;
  course: string;
  /** Null if the member was deleted. */
  member: string | null;
  createdAt: Date;
}

export interface Enrollment {
  policy: EnrollmentPolicy;
  requests: readonly Request[];
  pages: Pages;
  notice: (typeof enrollmentNotices)[number] | undefined;
}

const { path } = adminSections.enrollment;

/** Pending requests, oldest first, and the policy. Posts `policy`, or `act` of a request. */
export const enrollment = (page: AdminPage, view: Enrollment): string => {
  const { save, resources } = textFor(page.locale).admin;
  const { enrollment: text } = resources;
  return adminLayout(page, {
    title: text.section.name,
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1>${text.section.name}</h1>
      <form method="post" action="${path}" class="stack">
        ${hidden("csrf", page.csrf)}
        ${choices(
          { name: "policy-choices", label: text.policy },
          html`${enrollmentPolicies.map((value) => {
            const { name: label, hint } = text.policies[value];
            return radio({ name: "policy", value, label, hint, checked: view.policy === value });
          })}`,
        )}
        <p class="hint">${text.events}</p>
        <div>${button(save, { look: "primary" })}</div>
      </form>
      ${(view.policy === "approval" || view.requests.length > 0) && requests(page, view)}`,
  });
};

const requests = (page: AdminPage, view: Enrollment): Markup => {
  const { enrollment: text } = textFor(page.locale).admin.resources;
  return html`<h2>${text.requests}</h2>
    ${rowsOr(view.requests, (request) => row(page, request), text.none)}
    ${pager(page.locale, text.requests, view.pages)}`;
};

const row = (page: AdminPage, { id, course, member, createdAt }: Request): Markup => {
  const { enrollment: text } = textFor(page.locale).admin.resources;
  const act = (value: "approve" | "decline") =>
    button(text[value], {
      look: value === "approve" ? "primary" : "secondary",
      name: "act",
      value,
      spoken: fillPlain(text.spoken, { act: text[value], course, member: member ?? text.unnamed }),
    });
  const who = member === null ? html`${text.unnamed}` : foreign(member);
  return html`<li class="row">
    <div class="about">
      <h3>${fill(text.of, { course: foreign(course), member: who })}</h3>
      <p class="soft">${fill(text.at, { time: timestamp(page, createdAt) })}</p>
    </div>
    <div class="whole">
      <form method="post" action="${path}/${id}" class="actions decide">
        ${hidden("csrf", page.csrf)} ${act("approve")} ${act("decline")}
      </form>
    </div>
  </li>`;
};
