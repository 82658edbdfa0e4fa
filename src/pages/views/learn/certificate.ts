import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { day } from "../parts/dates.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { certificateImage } from "./certificate-image.ts";

export type CertificatePage = {
  serial: string;
  status: "valid" | "expired" | "revoked";
  /** Null for a student without a name. */
  studentName: string | null;
  /** Null for a revoked certificate, like the dates. */
  courseName: string | null;
  issuedAt: Date | null;
  /** Null if the certificate does not expire. */
  expiresAt: Date | null;
  /** Address of the PDF, for the owner of the certificate. */
  pdf: string | null;
  /** Address of the Open Badge. Null for a revoked certificate. */
  badge: string | null;
  /** Address of the image. Null for a revoked certificate. */
  image: string | null;
};

/** Public certificate page. */
export const certificate = (page: PageContext, view: CertificatePage): string => {
  const text = textFor(page.locale).learn.certificate;
  return layout(page, {
    title: text.title,
    content: html`<p class="folio">${text.title}</p>
      <h1>${text[view.status]}</h1>
      <p class="lead">${lead(page, view)}</p>
      <div class="achievement">
        ${picture(page, view)}
        <div class="gains">
          ${view.pdf !== null && html`<p class="actions"><a class="button primary" href="${view.pdf}">${text.download}</a></p>`}
          <dl class="entries stacked">
            ${entry(text.status, html`${text.statuses[view.status]}`)}
            ${view.issuedAt && entry(text.issued, day(page, view.issuedAt))}
            ${view.expiresAt && entry(text.expires, day(page, view.expiresAt))}
            ${entry(text.serial, html`<code>${view.serial}</code>`)}
          </dl>
          ${view.badge !== null && downloads(page, view.badge)}
        </div>
      </div>`,
  });
};

const picture = ({ locale }: PageContext, { image, studentName, courseName }: CertificatePage): Markup =>
  image === null || courseName === null
    ? raw("")
    : html`<div class="framed">${certificateImage(locale, { image, studentName, courseName })}</div>`;

const entry = (name: string, value: Markup): Markup =>
  html`<div class="entry">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

const lead = (page: PageContext, view: CertificatePage): Markup => {
  const text = textFor(page.locale).learn.certificate;
  const { status, studentName, courseName, expiresAt } = view;
  if (status === "revoked") return html`${text.revokedLead}`;
  const values = {
    course: html`<strong>${foreign(courseName ?? "")}</strong>`,
    site: foreign(page.site.name),
    ...(expiresAt && { day: day(page, expiresAt) }),
  };
  const isExpired = status === "expired";
  if (studentName === null) return fill(isExpired ? text.expiredUnnamed : text.unnamed, values);
  const name = html`<strong>${foreign(studentName)}</strong>`;
  return fill(isExpired ? text.expiredLead : text.attested, { ...values, name });
};

const downloads = ({ locale }: PageContext, badge: string): Markup => {
  const { learn, completion: text } = textFor(locale);
  return html`<p class="soft">${learn.certificate.badgeHint}</p>
    <p class="ways">
      <a href="${badge}.png">${text.badgeFormats.png}</a>
      <a href="${badge}.svg">${text.badgeFormats.svg}</a>
      <a href="${badge}">${learn.certificate.badge}</a>
    </p>`;
};
