import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { layout, type PageContext } from "../layout.ts";
import { fill, foreign, type Markup } from "../markup.ts";

export type CertificatePage = {
  serial: string;
  status: "valid" | "revoked";
  studentName: string | null;
  courseName: string | null;
  /** Set for the owner of the certificate. */
  own: Own | null;
};

/** PDF download, or printing if the PDF fonts lack characters of the names. */
type Own = { kind: "pdf"; href: string } | { kind: "print" };

/** Public certificate page. */
export const certificate = (page: PageContext, view: CertificatePage): string => {
  const text = textFor(page.locale).learn.certificate;
  const isValid = view.status === "valid";
  return layout(page, {
    title: text.title,
    width: "narrow",
    content: html`<p class="folio">${text.title}</p>
      <h1>${isValid ? text.valid : text.revoked}</h1>
      ${isValid ? attested(page, view) : html`<p class="lead">${text.revokedLead}</p>`}
      <dl class="entries">
        <div class="entry">
          <dt>${text.serial}</dt>
          <dd><code>${view.serial}</code></dd>
        </div>
      </dl>
      ${view.own ? keep(page, view.own) : raw("")}`,
  });
};

const attested = ({ locale, site }: PageContext, { studentName, courseName }: CertificatePage): Markup => {
  const text = textFor(locale).learn.certificate;
  const values = { course: html`<strong>${foreign(courseName ?? "")}</strong>`, site: foreign(site.name) };
  return html`<p class="lead">
    ${
      studentName === null
        ? fill(text.unnamed, values)
        : fill(text.attested, { ...values, name: html`<strong>${foreign(studentName)}</strong>` })
    }
  </p>`;
};

const keep = ({ locale }: PageContext, own: Own): Markup => {
  const text = textFor(locale).learn.certificate;
  return own.kind === "pdf"
    ? html`<p class="after"><a class="button secondary" href="${own.href}">${text.download}</a></p>`
    : html`<p class="prose soft after">${text.print}</p>`;
};
