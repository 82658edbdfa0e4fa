import { formatNumber } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";

import type { Scope } from "#access/scopes.ts";
import type { MetadataClient } from "#oauth/metadata-documents/metadata-client.ts";
import type { Review } from "#oauth/metadata-documents/review.ts";

import { documentsPath } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { permissions } from "../../sign-in/permissions.ts";
import { statusOf } from "./documents.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** With the encoded id: `cli_…`. */
export type DocumentDetails = MetadataClient & {
  accepted: boolean;
  /** Available decisions. */
  decisions: readonly Review[];
  /** Scopes that members have granted. */
  allowed: readonly Scope[];
  /** Reviewer. Null if deleted, undefined for the command line. */
  reviewer: string | null | undefined;
  notice?: "reviewed" | "forgotten" | "blocked" | "unblocked" | "changed" | undefined;
};

/** A metadata document client: details, permissions and decisions. */
export const documentDetails = (page: AdminPage, view: DocumentDetails): string => {
  const { documents: all, agent } = textFor(page.locale).admin;
  const text = all.show;
  return adminLayout(page, {
    title: view.name,
    content: html`${view.notice && notice(all.notice[view.notice])}
      <h1>${foreign(view.name)}</h1>
      <dl class="entries">
        ${listEntry(text.state, state(page, view))}
        ${listEntry(
          text.document,
          html`<p class="mono copied foreign">${view.metadataUrl}</p>
            <p class="soft">${fill(text.readAt, { time: timestamp(page, view.documentFetchedAt) })}</p>`,
        )}
        ${listEntry(text.redirects, redirects(page, view))}
        ${listEntry(text.members, formatNumber(page.locale, view.connectedMembers))}
        ${view.agentSince && listEntry(agent.term, fill(agent.since, { time: timestamp(page, view.agentSince) }))}
      </dl>
      ${decisions(page, view)}
      <h2>${text.mayHold}</h2>
      ${view.scopes === null ? html`<p class="prose">${text.everything}</p>` : permissions(page.locale, view.scopes)}
      <h2>${text.allowed}</h2>
      ${
        view.allowed.length === 0
          ? html`<p class="prose soft">${text.nothingAllowed}</p>`
          : html`<ul class="dashes">
              ${view.allowed.map((scope) => html`<li>${textFor(page.locale).scopes[scope]}</li>`)}
            </ul>`
      }`,
  });
};

const state = (page: AdminPage, view: DocumentDetails): Markup => {
  const { documents: all } = textFor(page.locale).admin;
  const reviewStatus = statusOf(view);
  return html`<p><strong>${all.state[reviewStatus]}</strong></p>
    <p>${all.about[reviewStatus]}</p>
    ${!view.accepted && reviewStatus !== "blocked" && html`<p>${all.notAccepted}</p>`} ${since(page, view)}`;
};

const since = (page: AdminPage, { blockedAt, reviewedAt, reviewer }: DocumentDetails): Markup => {
  const { documents: all, auditLog } = textFor(page.locale).admin;
  const { show: text } = all;
  if (blockedAt) {
    return html`<p class="soft">${fill(text.blockedSince, { time: timestamp(page, blockedAt) })}</p>`;
  }
  if (!reviewedAt) return raw("");
  const decided = { time: timestamp(page, reviewedAt) };
  return html`<p class="soft">
    ${
      reviewer === undefined
        ? fill(text.reviewedByCommand, decided)
        : fill(text.reviewed, { ...decided, member: reviewer === null ? auditLog.deletedMember : foreign(reviewer) })
    }
  </p>`;
};

const redirects = (
  page: AdminPage,
  { redirectUris, postLogoutRedirectUris, loopbackOnly, name }: DocumentDetails,
): Markup => {
  const { show: text } = textFor(page.locale).admin.documents;
  return html`<ul>
      ${[...redirectUris, ...postLogoutRedirectUris].map((uri) => html`<li class="mono foreign">${uri}</li>`)}
    </ul>
    ${loopbackOnly && html`<p>${fill(text.loopback, { name: foreign(name) })}</p>`}`;
};

const decisions = (page: AdminPage, view: DocumentDetails): Markup => {
  const { documents: all } = textFor(page.locale).admin;
  const { show: text, decisions: decisionText } = all;
  const address = `${documentsPath}/${view.id}`;
  const way = (to: string, label: string) => html`<a class="button secondary" href="${address}/${to}">${label}</a>`;
  if (view.state === "blocked") {
    return html`<form method="post" action="${address}/unblock" class="actions">
      ${hidden("csrf", page.csrf)} ${button(decisionText.unblock, { look: "secondary" })}
    </form>`;
  }
  return html`<h2>${text.decide}</h2>
    <p class="prose soft">${text.decideIntro}</p>
    <div class="actions">
      ${view.decisions.map((review) => way(`review?decision=${review}`, decisionText[review]))}
      ${view.review !== null && way("forget", decisionText.forget)} ${way("block", decisionText.block)}
    </div>`;
};
