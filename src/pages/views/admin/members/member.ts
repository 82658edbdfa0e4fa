import { html, raw } from "hono/html";
import type { Member } from "#domain/people/members/member.ts";
import type { AgreementView } from "#domain/sales/billing/agreement-view.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import type { Notice } from "../../../admin/derived/after-write.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { sum } from "../../public/formats.ts";
import { actionLinks } from "../derived/action-links.ts";
import { type Panel, panelView } from "../derived/detail-page.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { notice, problem } from "../../parts/fields.ts";
import { mergesOf, type PendingMerge } from "./member-merge.ts";
import { recurringPayments } from "../payments/recurring-payments.ts";
import { suppressedAddresses, type SuppressedView } from "../settings/suppressed-addresses.ts";

type Text = Catalogue["admin"]["members"];

export type MemberNotice = keyof Text["notice"] | Notice;
export type MemberProblem = keyof Text["problem"];

/** With the encoded id: `mbr_…`. */
export type MemberView = Pick<Member, "id" | "email" | "name" | "roles" | "status" | "joinedAt" | "lastSignInAt">;

export type MemberPage = {
  member: MemberView & { emailVerified: boolean };
  enrollments: readonly {
    id: string;
    courseId: string;
    course: string;
    status: keyof Text["enrollmentStatuses"];
    progress: { completedLectures: number; totalLectures: number };
    expiresAt: Date | null;
  }[];
  subscriptions: readonly {
    id: string;
    plan: string;
    status: keyof Text["subscriptionStatuses"];
    endsAt: Date | null;
  }[];
  orders: readonly {
    id: string;
    number: string;
    status: keyof Text["orderStatuses"];
    total: { amount: number; currency: string };
    placedAt: Date;
  }[];
  activity: readonly { kind: keyof Text["activities"]; at: Date; course: { id: string; name: string } | undefined }[];
  agreements: readonly AgreementView[];
  /** Suppressions of the address, with encoded IDs. */
  suppressed: readonly SuppressedView[];
  merges: readonly PendingMerge[];
  /** Lists with more entries. */
  longer: ReadonlySet<"enrollments" | "subscriptions" | "orders">;
  /** Links to further forms. */
  actions: readonly { label: string; href: string }[];
  /** Lists without a place of their own on the page, such as notes. */
  panels: readonly Panel[];
  /** The result of an action of the page, or of a derived form that leads back to it. */
  notice: MemberNotice | Notice | undefined;
  problem: MemberProblem | undefined;
};

/** A member: profile, enrollments, memberships, orders, activity and actions. */
export const member = (page: AdminPage, view: MemberPage): string => {
  const { members: text } = textFor(page.locale).admin;
  const { member: profile, problem: wrong } = view;
  const name = profile.name ?? profile.email;
  return adminLayout(page, {
    title: name,
    problem: wrong !== undefined,
    content: html`${view.notice ? notice(noticeText(page, view.notice)) : raw("")}
      ${wrong ? problem("problem", text.problem[wrong]) : raw("")}
      <h1>${foreign(name)}</h1>
      ${actionLinks(page, view.actions)} ${identity(page, profile)} ${withoutEmail(page, view)}
      ${enrollments(page, view)} ${subscriptions(page, view)} ${recurringPayments(page, view.agreements)}
      ${orders(page, view)} ${view.panels.map((panel) => panelView(page, panel))} ${activity(page, view)}
      ${profile.status === "removed" ? raw("") : mergesOf(page, profile.id, view.merges)}`,
  });
};

const noticeText = ({ locale }: AdminPage, name: MemberNotice): string => {
  const { members, derived } = textFor(locale).admin;
  return isFieldOf(members.notice, name) ? members.notice[name] : derived.form[name];
};

const lastSignIn = (page: AdminPage, at: Date | null): Markup => {
  const { members: text } = textFor(page.locale).admin;
  return at ? fill(text.lastSignIn, { time: timestamp(page, at) }) : html`${text.never}`;
};

const identity = (page: AdminPage, profile: MemberPage["member"]): Markup => {
  const { admin, roles: roleNames } = textFor(page.locale);
  const { members: text } = admin;
  const { show } = text;
  const roleList = profile.roles.length === 0 ? show.noRoles : profile.roles.map((role) => roleNames[role]).join(" · ");
  const verified = profile.emailVerified ? "" : html` <span class="soft">(${show.unverified})</span>`;
  const joined = html`<p>${fill(text.since, { time: timestamp(page, profile.joinedAt) })}</p>`;
  return html`<dl class="entries">
    ${listEntry(show.email, html`<span class="foreign">${profile.email}</span>${verified}`)}
    ${listEntry(show.roles, html`${roleList}`)}
    ${listEntry(
      text.status,
      html`<p>${text.statuses[profile.status]}</p>
        ${joined}
        <p>${lastSignIn(page, profile.lastSignInAt)}</p>`,
    )}
  </dl>`;
};

const withoutEmail = (page: AdminPage, { member: { id }, suppressed }: MemberPage): Markup => {
  if (suppressed.length === 0) return html``;
  const { suppressed: text } = textFor(page.locale).admin.mail;
  const bounced = suppressed.some(({ reason }) => reason === "bounce");
  return html`<h2>${bounced ? text.member : text.memberComplaint}</h2>
    ${suppressedAddresses(page, suppressed, id)}`;
};

const enrollments = (page: AdminPage, { member: { id: memberId }, enrollments: list, longer }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const rows = list.map(({ id, course, courseId, status, progress, expiresAt }) =>
    row(link(`/admin/courses/${courseId}`, course), text.enrollmentStatuses[status], [
      html`<a href="/admin/enrollments/${id}">${text.show.enrollment}</a>`,
      html`${fillPlain(text.show.progress, {
        completed: String(progress.completedLectures),
        total: String(progress.totalLectures),
      })}`,
      ...(expiresAt ? [fill(text.show.until, { time: timestamp(page, expiresAt) })] : []),
    ]),
  );
  const all = longer.has("enrollments") && `/admin/enrollments?student_id=${memberId}`;
  return section(page, text.show.enrollments, rows, text.show.noEnrollments, all);
};

const subscriptions = (
  page: AdminPage,
  { member: { id: memberId }, subscriptions: list, longer }: MemberPage,
): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const { show } = text;
  const rows = list.map(({ id, plan, status, endsAt }) =>
    row(
      link(`/admin/subscriptions/${id}`, plan),
      text.subscriptionStatuses[status],
      endsAt ? [fill(show.until, { time: timestamp(page, endsAt) })] : [],
    ),
  );
  const all = longer.has("subscriptions") && `/admin/subscriptions?member_id=${memberId}`;
  return section(page, show.subscriptions, rows, show.noSubscriptions, all);
};

const orders = (page: AdminPage, { member: { id: memberId }, orders: list, longer }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const rows = list.map(({ id, number, status, total, placedAt }) =>
    row(
      link(`${adminSections.orders.path}/${id}`, fillPlain(text.show.order, { number })),
      text.orderStatuses[status],
      [html`${sum(page.locale, total)}`, timestamp(page, placedAt)],
    ),
  );
  const all = longer.has("orders") && `${adminSections.orders.path}?member_id=${memberId}`;
  return section(page, text.show.orders, rows, text.show.noOrders, all);
};

const activity = (page: AdminPage, { activity: list, member: profile }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const log = `${adminSections.auditLog.path}?member=${profile.id}`;
  return html`<h2>${text.show.activity}</h2>
    ${
      list.length === 0
        ? html`<p class="prose soft">${text.show.noActivity}</p>`
        : html`<ul class="dashes">
            ${list.map(
              ({ kind, at, course }) =>
                html`<li>
                  ${fill(text.activities[kind], { course: course ? link(`/admin/courses/${course.id}`, course.name) : "" })}
                  <span class="soft">${timestamp(page, at)}</span>
                </li>`,
            )}
          </ul>`
    }
    <p class="ways"><a href="${log}">${text.show.log}</a></p>`;
};

const link = (href: string, name: string): Markup => html`<a href="${href}">${foreign(name)}</a>`;

/** `all`: the address of the whole list, if the section shows only its latest entries. */
const section = (
  page: AdminPage,
  heading: string,
  rows: readonly Markup[],
  none: string,
  all: string | false,
): Markup =>
  html`<h2>${heading}</h2>
    ${
      rows.length === 0
        ? html`<p class="prose soft">${none}</p>`
        : html`<ul class="rows">
            ${rows}
          </ul>`
    }
    ${all ? html`<p class="ways"><a href="${all}">${textFor(page.locale).admin.members.show.all}</a></p>` : raw("")}`;

const row = (name: Markup, state: string, facts: readonly Markup[]): Markup =>
  html`<li class="row">
    <div class="about">
      <h3>${name}</h3>
      <ul class="facts">
        ${facts.map((fact) => html`<li>${fact}</li>`)}
      </ul>
    </div>
    <p class="here">${state}</p>
  </li>`;
