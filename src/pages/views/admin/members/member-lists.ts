import { html } from "hono/html";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { badge } from "../../parts/badge.ts";
import { timestamp } from "../../parts/dates.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { sum } from "../../public/formats.ts";
import type { AdminPage } from "../layout.ts";
import type { MemberPage } from "./member-page.ts";
import { rowsOr } from "../parts/rows.ts";

/** Courses of a member, with their progress. */
export const coursesOf = (page: AdminPage, { member: { id: memberId }, enrollments, links }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const rows = enrollments.map(({ id, course, courseId, status, progress, expiresAt }) =>
    row(link(`/admin/courses/${courseId}`, course), badge(status, text.enrollmentStatuses[status]), [
      html`${fillPlain(text.show.progress, {
        completed: String(progress.completedLectures),
        total: String(progress.totalLectures),
      })}`,
      ...(expiresAt ? [fill(text.show.until, { time: timestamp(page, expiresAt) })] : []),
      html`<a href="/admin/enrollments/${id}" aria-label="${text.show.enrollment}: ${course}"
        >${text.show.enrollment}</a
      >`,
      ...(links.extend
        ? [
            html`<a href="/admin/enrollments/${id}/extend" aria-label="${text.show.extend}: ${course}"
              >${text.show.extend}</a
            >`,
          ]
        : []),
    ]),
  );
  return section(page, {
    heading: text.show.enrollments,
    rows,
    none: text.show.noEnrollments,
    all: `/admin/enrollments?student_id=${memberId}`,
    create: createTo(links.enroll, text.show.enroll),
  });
};

export const membershipsOf = (
  page: AdminPage,
  { member: { id: memberId }, subscriptions, links }: MemberPage,
): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const { show } = text;
  const rows = subscriptions.map(({ id, plan, status, endsAt }) =>
    row(
      link(`/admin/subscriptions/${id}`, plan),
      badge(status, text.subscriptionStatuses[status]),
      endsAt ? [fill(show.until, { time: timestamp(page, endsAt) })] : [],
    ),
  );
  return section(page, {
    heading: show.subscriptions,
    rows,
    none: show.noSubscriptions,
    all: `/admin/subscriptions?member_id=${memberId}`,
    create: createTo(links.subscribe, show.subscribe),
  });
};

export const ordersOf = (page: AdminPage, { member: { id: memberId }, orders }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  const rows = orders.map(({ id, number, status, total, placedAt }) =>
    row(
      link(`${adminSections.orders.path}/${id}`, fillPlain(text.show.order, { number })),
      badge(status, text.orderStatuses[status]),
      [html`${sum(page.locale, total)}`, timestamp(page, placedAt)],
    ),
  );
  const all = `${adminSections.orders.path}?member_id=${memberId}`;
  return section(page, { heading: text.show.orders, rows, none: text.show.noOrders, all });
};

/** At the side of the page. */
export const activityOf = (page: AdminPage, { activity, member: { id } }: MemberPage): Markup => {
  const { members: text } = textFor(page.locale).admin;
  return html`<section aria-labelledby="activity">
    <h2 id="activity">${text.show.activity}</h2>
    ${
      activity.length === 0
        ? html`<p class="soft">${text.show.noActivity}</p>`
        : html`<ul class="events-of-one">
            ${activity.map(
              ({ kind, at, course }) =>
                html`<li>
                  ${fill(text.activities[kind], { course: course ? link(`/admin/courses/${course.id}`, course.name) : "" })}
                  <span class="soft">${timestamp(page, at)}</span>
                </li>`,
            )}
          </ul>`
    }
    <ul class="acts">
      <li><a href="/admin/members/${id}/activity">${text.show.wholeActivity}</a></li>
      <li><a href="${adminSections.auditLog.path}?member=${id}">${text.show.log}</a></li>
    </ul>
  </section>`;
};

const link = (href: string, name: string): Markup => html`<a href="${href}">${foreign(name)}</a>`;

const createTo = (href: string | undefined, label: string): Section["create"] =>
  href === undefined ? undefined : [href, label];

interface Section {
  heading: string;
  rows: readonly Markup[];
  none: string;
  /** The address of the whole list. */
  all: string;
  create?: readonly [href: string, label: string] | undefined;
}

const section = (page: AdminPage, { heading, rows, none, all, create }: Section): Markup =>
  html`<section class="panel">
    <h2>${heading}</h2>
    ${rowsOr(rows, (each) => each, html`<p class="soft">${none}</p>`)}
    <ul class="acts">
      ${create && html`<li><a class="button secondary" href="${create[0]}">${create[1]}</a></li>`}
      ${
        rows.length !== 0 &&
        html`<li>
          <a href="${all}"
            >${fillPlain(textFor(page.locale).admin.derived.detail.more, {
              name: page.locale === "en" ? heading.toLowerCase() : heading,
            })}</a
          >
        </li>`
      }
    </ul>
  </section>`;

const row = (name: Markup, state: Markup, facts: readonly Markup[]): Markup =>
  html`<li class="row">
    <div class="about">
      <h3>${name}</h3>
      <ul class="facts">
        <li>${state}</li>
        ${facts.map((fact) => html`<li>${fact}</li>`)}
      </ul>
    </div>
  </li>`;
