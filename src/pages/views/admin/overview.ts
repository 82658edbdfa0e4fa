import { formatNumber } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";

import { maxWaiting, type WaitingKind } from "#domain/analytics/today/waiting-work.ts";
import { type SetupStep, setupSteps } from "#domain/analytics/today/setup.ts";
import { metricPath } from "../../admin/analytics/addresses.ts";
import { adminSections } from "../../admin/sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { foreign, type Markup } from "../parts/markup.ts";
import { type Figure, figureName } from "./analytics/figure.ts";
import { valueText } from "./analytics/values.ts";
import { linked } from "./parts/linked-name.ts";
import { adminLayout, type AdminPage } from "./layout.ts";

export type Today = {
  waiting: readonly { kind: WaitingKind; count: number }[];
  /** Figures of the last seven days. */
  figures: readonly (Pick<Figure, "metric" | "unit" | "currency"> & { value: number })[];
  /** Dates of the next two weeks, the first one on top. */
  coming: readonly {
    kind: "event" | "session";
    name: string;
    startsAt: Date;
    person: string | null;
    href: string | undefined;
  }[];
  /** Undefined for members who do not set up the school. */
  setup: Readonly<Record<SetupStep, boolean>> | undefined;
  /** True if the caller may open the pages of the figures. */
  hasAnalytics: boolean;
};

/** Pages on which the work is done. */
const waitingPaths: Readonly<Record<WaitingKind, string>> = {
  submissions: adminSections.submissions.path,
  requests: adminSections.enrollment.path,
  comments: `${adminSections.comments.path}?status=pending`,
  questions: adminSections.questions.path,
  reviews: `${adminSections.reviews.path}?status=pending`,
  transfers: `${adminSections.orders.path}?status=pending`,
  orders: `${adminSections.orders.path}?status=attention`,
  payments: "/admin/payments?status=failed",
  webhooks: adminSections.webhooks.path,
  drafts: "/admin/courses?status=draft",
};

const setupPaths: Readonly<Record<SetupStep, string>> = {
  look: "/admin/appearance/edit",
  course: "/admin/courses",
  payments: adminSections.payments.path,
  sender: adminSections.mail.path,
  people: "/admin/invitations",
};

/** GET /admin: what waits, what comes, what happened, and the setup of a new school. */
export const overview = (page: AdminPage, today: Today): string => {
  const { overview: text } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      ${setup(page, today)}
      <div class="two-columns">
        <div>
          <h2>${text.waiting}</h2>
          ${waiting(page, today)}
          <h2>${text.coming}</h2>
          ${coming(page, today)}
        </div>
        <div class="side-of-one">${figures(page, today)}</div>
      </div>`,
  });
};

const waiting = (page: AdminPage, today: Today): Markup => {
  const { overview: text } = textFor(page.locale).admin;
  const nonEmpty = today.waiting.filter(({ count }) => count > 0);
  if (nonEmpty.length === 0) return html`<p class="prose soft">${text.nothingWaits}</p>`;
  return html`<ul class="waits">
    ${nonEmpty.map(
      ({ kind, count }) =>
        html`<li>
          <a href="${waitingPaths[kind]}"><span>${text.kinds[kind]}</span> <strong>${bounded(page, count)}</strong></a>
        </li>`,
    )}
  </ul>`;
};

const bounded = ({ locale }: AdminPage, count: number): string =>
  count > maxWaiting ? `${formatNumber(locale, maxWaiting)}+` : formatNumber(locale, count);

const coming = (page: AdminPage, today: Today): Markup => {
  const { overview: text } = textFor(page.locale).admin;
  if (today.coming.length === 0) return html`<p class="prose soft">${text.nothingComes}</p>`;
  return html`<ul class="dates">
    ${today.coming.map(
      ({ kind, name, startsAt, person, href }) =>
        html`<li>
          <strong>${linked(href, name)}</strong>
          <span class="soft"
            >${text.dates[kind]} · ${timestamp(page, startsAt)}${person !== null && html` · ${foreign(person)}`}</span
          >
        </li>`,
    )}
  </ul>`;
};

const figures = (page: AdminPage, { figures: read, hasAnalytics }: Today): Markup => {
  const { overview: text } = textFor(page.locale).admin;
  if (read.length === 0) return raw("");
  return html`<section>
    <h2>${text.lately}</h2>
    <dl class="entries">
      ${read.map(
        (figure) =>
          html`<div class="entry">
            <dt>
              ${
                hasAnalytics
                  ? html`<a href="${metricPath(figure.metric)}?period=7d">${figureName(page.locale, figure)}</a>`
                  : figureName(page.locale, figure)
              }
            </dt>
            <dd>${valueText(page.locale, figure, figure.value)}</dd>
          </div>`,
      )}
    </dl>
    ${hasAnalytics && html`<p class="after"><a href="${adminSections.analytics.path}">${text.figures}</a></p>`}
  </section>`;
};

/** Shown until every step is done. */
const setup = (page: AdminPage, { setup: steps }: Today): Markup => {
  const { overview: text } = textFor(page.locale).admin;
  if (!steps || setupSteps.every((step) => steps[step])) return raw("");
  return html`<section class="setup" aria-labelledby="setup">
    <h2 id="setup">${text.setup}</h2>
    <ol class="setup-steps">
      ${setupSteps.map(
        (step) =>
          html`<li>
            <a href="${setupPaths[step]}">${text.steps[step]}</a>
            <span class="tag" ${steps[step] && raw('data-tone="good"')}>${steps[step] ? text.done : text.open}</span>
          </li>`,
      )}
    </ol>
  </section>`;
};
