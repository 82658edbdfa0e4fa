import { html, raw } from "hono/html";
import { type Role, roles } from "#access/roles.ts";
import type { AgreementView } from "#domain/sales/billing/agreement-view.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { button, checkbox, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { sum } from "../../public/formats.ts";
import { choices } from "../forms/form-fields.ts";
import type { Notice } from "../../../admin/derived/after-write.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { actionLinks } from "../derived/action-links.ts";
import { type Panel, panelView } from "../derived/detail-page.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { mergesOf, type PendingMerge } from "./member-merge.ts";
import { recurringPayments } from "../payments/recurring-payments.ts";
import { lastSignIn, type MemberView } from "./members.ts";
import { suppressedAddresses, type SuppressedView } from "../settings/suppressed-addresses.ts";

type Text = Catalogue["admin"]["members"];

export type MemberNotice = keyof Text["notice"];
export type MemberProblem = keyof Text["problem"];

export type MemberPage = {
  member: MemberView & { emailVerified: boolean };
  enrollments: readonly {
    course: string;
    status: keyof Text["enrollmentStatuses"];
    progress: { completedLectures: number; totalLectures: number };
    expiresAt: Date | null;
  }[];
  subscriptions: readonly { plan: string; status: keyof Text["subscriptionStatuses"]; endsAt: Date | null }[];
  orders: readonly {
    number: string;
    status: keyof Text["orderStatuses"];
    total: { amount: number; currency: string };
    placedAt: Date;
  }[];
  activity: readonly { kind: keyof Text["activities"]; at: Date; course: string }[];
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

const { path } = adminSections.members;

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
      ${acts(page, profile)} ${profile.status === "removed" ? raw("") : mergesOf(page, profile.id, view.merges)}`,
  });
};

const noticeText = ({ locale }: AdminPage, name: MemberNotice | Notice): string => {
  const { members, derived } = textFor(locale).admin;
  return isFieldOf(members.notice, name) ? members.notice[name] : derived.form[name];
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

const enrollments = (page: AdminPage, { enrollments: list, longer }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const rows = list.map(({ course, status, progress, expiresAt }) =>
    row(foreign(course), text.enrollmentStatuses[status], [
      html`${fillPlain(text.show.progress, {
        completed: String(progress.completedLectures),
        total: String(progress.totalLectures),
      })}`,
      ...(expiresAt ? [fill(text.show.until, { time: timestamp(page, expiresAt) })] : []),
    ]),
  );
  return section(text.show.enrollments, rows, text.show.noEnrollments, longer.has("enrollments") && text.show.newest);
};

const subscriptions = (page: AdminPage, { subscriptions: list, longer }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const { show } = text;
  const rows = list.map(({ plan, status, endsAt }) =>
    row(
      foreign(plan),
      text.subscriptionStatuses[status],
      endsAt ? [fill(show.until, { time: timestamp(page, endsAt) })] : [],
    ),
  );
  return section(show.subscriptions, rows, show.noSubscriptions, longer.has("subscriptions") && show.newest);
};

const orders = (page: AdminPage, { orders: list, longer }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const rows = list.map(({ number, status, total, placedAt }) =>
    row(fill(text.show.order, { number: foreign(number) }), text.orderStatuses[status], [
      html`${sum(page.locale, total)}`,
      timestamp(page, placedAt),
    ]),
  );
  return section(text.show.orders, rows, text.show.noOrders, longer.has("orders") && text.show.newest);
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
                  ${fill(text.activities[kind], { course: foreign(course) })}
                  <span class="soft">${timestamp(page, at)}</span>
                </li>`,
            )}
          </ul>`
    }
    <p class="ways"><a href="${log}">${text.show.log}</a></p>`;
};

const section = (heading: string, rows: readonly Markup[], none: string, remark: string | false): Markup =>
  html`<h2>${heading}</h2>
    ${
      rows.length === 0
        ? html`<p class="prose soft">${none}</p>`
        : html`<ul class="rows">
            ${rows}
          </ul>`
    }
    ${remark ? html`<p class="aside">${remark}</p>` : raw("")}`;

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

/** Each action posts `csrf` to its own path. Roles are sent as `role.{name}`. */
const acts = (page: AdminPage, profile: MemberPage["member"]): Markup => {
  const { admin, roles: roleNames } = textFor(page.locale);
  const { acts: text } = admin.members;
  if (profile.status === "removed") return raw("");
  const address = `${path}/${profile.id}`;
  const plain = (name: "suspend" | "unsuspend" | "sessions") =>
    html`<form method="post" action="${address}/${name}" class="stack">
      ${hidden("csrf", page.csrf)}
      <p class="hint">${text[`${name}Hint`]}</p>
      <div>${button(text[name], { look: name === "suspend" ? "danger" : "secondary" })}</div>
    </form>`;
  return html`<h2>${text.title}</h2>
    <form method="post" action="${address}/roles" class="stack">
      ${hidden("csrf", page.csrf)}
      ${choices(
        { name: "roles", label: text.roles, hint: text.rolesHint },
        html`${roles.map((role: Role) =>
          checkbox({ name: `role.${role}`, label: roleNames[role], checked: profile.roles.includes(role) }),
        )}`,
      )}
      <div>${button(text.saveRoles, { look: "primary" })}</div>
    </form>
    ${plain("sessions")} ${plain(profile.status === "suspended" ? "unsuspend" : "suspend")}`;
};
