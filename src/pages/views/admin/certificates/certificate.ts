import { html } from "hono/html";

import { typedKeys } from "#lib/json/typed-object.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { day, timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { CertificateRowView } from "./certificates.ts";
import { textArea } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { linked } from "../parts/linked-name.ts";

export const staffNotices = typedKeys(textFor("en").admin.resources.certificates.notice);
export type CertificateNotice = (typeof staffNotices)[number];

/** With encoded ids. */
export type CertificateView = CertificateRowView & {
  version: number;
  studentId: string;
  url: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokeReason: string | null;
  /** Reason as entered. */
  typed: string;
  isRefused: boolean;
  notice: CertificateNotice | undefined;
};

const { path } = adminSections.certificates;

/** A certificate. Posts `act` (revoke or issue), `version` and `reason`. */
export const certificatePage = (page: AdminPage, view: CertificateView): string => {
  const { certificates: text } = textFor(page.locale).admin.resources;
  const student = view.studentName ?? text.unnamed;
  return adminLayout(page, {
    title: fillPlain(text.title, { student }),
    problem: view.isRefused,
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1>${fill(text.title, { student: view.studentName === null ? student : foreign(student) })}</h1>
      ${facts(page, view)}
      <p class="after"><a href="${new URL(view.url).pathname}">${text.open}</a></p>
      ${view.status === "revoked" ? reissue(page, view) : revocation(page, view)}`,
  });
};

const facts = (page: AdminPage, view: CertificateView): Markup => {
  const { certificates: text } = textFor(page.locale).admin.resources;
  const entries: [string, Markup | string | null][] = [
    [text.state, text.status[view.status]],
    [text.course, linked(view.courseHref, view.courseName)],
    [
      text.student,
      html`<a href="${adminSections.members.path}/${view.studentId}">${foreign(view.studentName ?? text.unnamed)}</a>`,
    ],
    [text.serial, foreign(view.serial)],
    [text.issued, day(page, view.issuedAt)],
    [text.expires, view.expiresAt && day(page, view.expiresAt)],
    [text.revoked, view.revokedAt && timestamp(page, view.revokedAt)],
    [text.reason, view.revokeReason === null ? null : foreign(view.revokeReason)],
  ];
  return html`<dl class="entries">
    ${entries.map(([name, value]) => (value === null ? "" : listEntry(name, value)))}
  </dl>`;
};

const form = (page: AdminPage, { id, version }: CertificateView, content: Markup): Markup =>
  html`<form method="post" action="${path}/${id}" class="stack">
    ${hidden("csrf", page.csrf)} ${hidden("version", String(version))} ${content}
  </form>`;

const revocation = (page: AdminPage, view: CertificateView): Markup => {
  const { certificates: text } = textFor(page.locale).admin.resources;
  return html`<h2>${text.revoke}</h2>
    <p class="prose">${text.revocation}</p>
    ${form(
      page,
      view,
      html`${view.isRefused && problem("problem", text.problem)}
        ${textArea({
          name: "reason",
          label: text.reason,
          hint: text.reasonHint,
          value: view.typed,
          rows: 3,
          maxLength: 500,
          required: true,
          problem: view.isRefused ? text.problem : undefined,
        })}
        <div>${button(text.revoke, { look: "danger", name: "act", value: "revoke" })}</div>`,
    )}`;
};

const reissue = (page: AdminPage, view: CertificateView): Markup => {
  const { certificates: text } = textFor(page.locale).admin.resources;
  return html`<h2>${text.reissue}</h2>
    <p class="prose">${text.reissueHint}</p>
    ${form(page, view, html`<div>${button(text.reissue, { look: "secondary", name: "act", value: "issue" })}</div>`)}`;
};
