import { html, raw } from "hono/html";
import type * as z from "zod";

import type { Job } from "#domain/platform/jobs/job.ts";
import { isUnderWay } from "#domain/platform/jobs/job.ts";
import { numberFormat } from "#lib/text/formats.ts";

import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { timestampText } from "../../parts/dates.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { islandHead } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export interface ImportJobView {
  job: z.output<typeof Job>;
  /** The page with all facts. */
  address: string;
  report: string;
  /** The page with the columns of the file. */
  columns: string | undefined;
  rows: readonly { name: string; problems: readonly string[] }[];
  hasMore: boolean;
}

const part = "progress-of-import";

/** The progress of an import, and the rows with a problem. */
export const importJob = (page: AdminPage, view: ImportJobView): string => {
  const { imports } = textFor(page.locale).admin;
  const { job: text } = imports;
  const { job } = view;
  const title = fillPlain(text.title, { time: timestampText(page, job.createdAt) });
  return adminLayout(page, {
    title,
    links: islandHead(page),
    parent: ["/admin/imports", imports.title],
    content: html`<div id="${part}">
      <div class="head-of-list">
        <h1>${title} ${badge(job.status, valueLabel(page.locale, "jobs.status", job.status))}</h1>
        ${acts(page, view)}
      </div>
      ${job.dryRun && html`<p class="lead">${text.trial}</p>`}
      <p role="status">${outcome(page, view)}</p>
      ${progress(page, view)}
      ${isUnderWay(job) ? html`<l-follow data-part="${part}"></l-follow>` : problems(page, view)}
    </div>`,
  });
};

const acts = (page: AdminPage, { job, columns, address }: ImportJobView): Markup => {
  const { job: text } = textFor(page.locale).admin.imports;
  return html`<ul class="acts">
    <li><a href="${address}">${text.all}</a></li>
    ${isUnderWay(job) && html`<li><a class="button secondary" href="">${text.refresh}</a></li>`}
    ${
      columns !== undefined &&
      !isUnderWay(job) &&
      html`<li>
        <a class="button ${job.dryRun ? "primary" : "secondary"}" href="${columns}"
          >${job.dryRun ? text.start : text.again}</a
        >
      </li>`
    }
  </ul>`;
};

function outcome(page: AdminPage, { job }: ImportJobView): string {
  const { job: text } = textFor(page.locale).admin.imports;
  const number = (value: number) => numberFormat(page.locale, {}).format(value);
  const counts = { processed: number(job.progress.processed), failed: number(job.progress.failed) };
  if (isUnderWay(job)) return text.running;
  if (job.status === "canceled") return text.canceled;
  if (job.status === "failed" && job.error) return fillPlain(text.failed, { reason: job.error.detail });
  if (job.progress.failed === 0) return fillPlain(job.dryRun ? text.allSound : text.allDone, counts);
  return fillPlain(job.dryRun ? text.trialDone : text.done, counts);
}

const progress = (page: AdminPage, { job: { progress: counts } }: ImportJobView): Markup => {
  const { job: text } = textFor(page.locale).admin.imports;
  const number = (value: number) => numberFormat(page.locale, {}).format(value);
  const { total, processed } = counts;
  const label =
    total === null
      ? fillPlain(text.processed, { processed: number(processed) })
      : fillPlain(text.progress, { processed: number(processed), total: number(total) });
  const names = ["created", "updated", "unchanged", "failed", "warned"] as const;
  return html`<p class="tally" id="tally">${label}</p>
    <progress value="${processed}" max="${Math.max(1, total ?? processed)}" aria-labelledby="tally"></progress>
    <dl class="counts">
      ${names
        .filter((name) => counts[name] > 0)
        .map(
          (name) =>
            html`<div>
              <dt>${text.counts[name]}</dt>
              <dd>${number(counts[name])}</dd>
            </div>`,
        )}
    </dl>`;
};

const problems = (page: AdminPage, { rows, report, hasMore }: ImportJobView): Markup => {
  const { job: text } = textFor(page.locale).admin.imports;
  if (rows.length === 0) return raw("");
  return html`<section class="panel">
    <h2>${text.problems}</h2>
    <ul class="guests">
      ${rows.map(
        ({ name, problems: found }) =>
          html`<li>
            <div>
              <b>${foreign(name)}</b>
              ${found.map((one) => html`<p class="facts">${foreign(one)}</p>`)}
            </div>
          </li>`,
      )}
    </ul>
    ${hasMore && html`<p class="soft">${fillPlain(text.more, { count: String(rows.length) })}</p>`}
    <p><a class="button secondary" href="${report}">${text.report}</a></p>
  </section>`;
};
