import { html } from "hono/html";

import { lectureAddress } from "../../../admin/lectures/addresses.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { hidden } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

export interface ListedFile {
  id: string;
  kind: string;
  title: string;
}

/** The form that the buttons of the list belong to. It stands outside of the form of the lecture. */
const filesForm = "files-of-lecture";

/** The files, links and texts below a lecture, in their order, with a place to drop more. */
export const filesOfLecture = (
  page: AdminPage,
  id: string,
  { files, isPdf }: { files: readonly ListedFile[]; isPdf: boolean },
): Markup => {
  const { lectures: text } = textFor(page.locale).admin;
  return html`<section class="files-of-lecture" aria-labelledby="files">
    <h2 id="files">${isPdf ? text.files.pdf : text.files.title}</h2>
    <p class="hint">${isPdf ? text.files.pdfHint : text.files.hint}</p>
    <l-attach data-address="${lectureAddress("files", id)}">
      <div data-list>
        ${
          files.length === 0
            ? html`<p class="soft">${text.files.none}</p>`
            : html`<ol>
                ${files.map((file, index) => row(page, file, { isFirst: index === 0, isLast: index === files.length - 1 }))}
              </ol>`
        }
      </div>
      <l-upload data-purpose="attachment"></l-upload>
      <p class="hint" role="status" data-status></p>
    </l-attach>
    <ul class="acts">
      <li><a class="button secondary" href="${lectureAddress("newAttachment", id)}">${text.files.other}</a></li>
    </ul>
  </section>`;
};

const row = (
  { locale }: AdminPage,
  { id, kind, title }: ListedFile,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Markup => {
  const { outline: text, lectures } = textFor(locale).admin;
  const spoken = (act: string) => fillPlain(text.actOn, { act, name: title });
  const move = (act: "up" | "down", sign: string) =>
    html`<button
      class="button plain"
      form="${filesForm}"
      name="act"
      value="${act}:${id}"
      aria-label="${spoken(text[act])}"
      title="${text[act]}"
    >
      ${sign}
    </button>`;
  return html`<li>
    <a href="/admin/attachments/${id}/edit">${foreign(title)}</a>
    <span class="soft">${valueLabel(locale, "attachments.kind", kind)}</span>
    <span class="acts-of-part"
      >${!isFirst && move("up", "↑")}${!isLast && move("down", "↓")}<a
        class="button plain"
        href="/admin/attachments/${id}/delete"
        aria-label="${spoken(lectures.files.remove)}"
        >${lectures.files.remove}</a
      ></span
    >
  </li>`;
};

/** Without the form of the lecture around it. */
export const filesOfLectureForm = ({ csrf }: AdminPage, id: string): Markup =>
  html`<form method="post" action="${lectureAddress("files", id)}" id="${filesForm}">${hidden("csrf", csrf)}</form>`;
