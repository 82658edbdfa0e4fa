import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { checkedField, type FormProblem, problemBox } from "../parts/form-problems.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import type { Markup } from "../parts/markup.ts";
import { initial } from "#lib/look/site-icon.ts";

export type AccountProfile = {
  /** The name, or what was typed if it was rejected. */
  name: string;
  /** The URL of the picture. */
  picture: string | null;
  problems: readonly FormProblem[];
};

/** Name and picture, with the form that changes them. Posts `csrf`, `name` and `picture`. */
export const accountProfile = (
  page: PageContext & { member: Person },
  csrf: string,
  { name, picture, problems }: AccountProfile,
): Markup => {
  const { account, signUp: gettingIn } = textFor(page.locale);
  const text = account.profile;
  const invalid = problems.some(({ kind }) => kind === "picture");
  return html`<div class="entry">
    <dt>${text.title}</dt>
    <dd>
      ${portrait(page.member, picture, text.picture)} ${problemBox(page, problems)}
      <details ${problems.length > 0 && raw("open")}>
        <summary>${text.change}</summary>
        <form method="post" action="/account/profile" enctype="multipart/form-data" class="stack">
          ${hidden("csrf", csrf)}
          ${checkedField(problems, {
            name: "name",
            label: gettingIn.field.name,
            type: "text",
            autocomplete: "name",
            value: name,
          })}
          <div class="field">
            <label for="picture">${text.picture}</label>
            <input
              id="picture"
              name="picture"
              type="file"
              accept="image/jpeg,image/png,image/webp,image/gif,image/avif,image/tiff"
              aria-describedby="${invalid ? "problem " : ""}picture-hint"
              ${invalid && raw('aria-invalid="true"')}
            />
            <p id="picture-hint" class="hint">${text.pictureHint}</p>
          </div>
          <div class="actions">${button(text.save, { look: "primary" })}</div>
        </form>
        ${
          picture !== null &&
          html`<form method="post" action="/account/picture/remove">
            ${hidden("csrf", csrf)} ${button(text.remove, { look: "plain" })}
          </form>`
        }
      </details>
    </dd>
  </div>`;
};

const portrait = ({ name, email }: Person, picture: string | null, alt: string): Markup =>
  picture === null
    ? html`<span class="portrait" aria-hidden="true">${initial(name ?? email)}</span>`
    : html`<img class="portrait" src="${picture}" alt="${alt}" width="96" height="96" />`;
