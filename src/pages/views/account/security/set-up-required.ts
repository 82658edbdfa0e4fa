import { html, raw } from "hono/html";

import type { CreationOptions } from "../../../../islands/passkey/options.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { passkeyForm } from "../../parts/passkey-form.ts";
import { passkeyNameField, type PasskeyProblem } from "./passkey.ts";
import { appForm, type NewApp } from "./set-up-app.ts";

export type SetUpRequired = {
  csrf: string;
  /** Encrypted form of an ended session, which is shown again afterwards. */
  unsaved: string | undefined;
  /** Query of the page, with `?`. Forms keep it: it says where the person goes afterwards. */
  query: string;
  /** Undefined at an address without a secure connection. */
  passkey: { name: string; options: CreationOptions; problem: PasskeyProblem } | undefined;
  app: NewApp;
};

/** Sets up the second factor that a role requires. Posts `csrf`, `unsaved`, and `name` and `passkey`, or `app` and `code`. */
export const setUpRequired = (page: PageContext & { member: Person }, view: SetUpRequired): string => {
  const { required: text, add, app } = textFor(page.locale).security;
  const { passkey, app: newApp } = view;
  const problems = [
    ...(passkey?.problem ? [add[passkey.problem]] : []),
    ...(newApp.problem ? [app[newApp.problem]] : []),
  ];
  return layout(page, {
    title: text.title,
    problem: problems.length > 0,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.lead, { site: foreign(page.site.name) })}</p>
      ${view.unsaved !== undefined && html`<p class="prose">${text.kept}</p>`}
      ${problems.map((found) => problem("problem", found))} ${passkey && passkeyIn(page, view, passkey)}
      ${appIn(page, view)}
      <p class="aside after"><a href="/sign-out">${text.leave}</a></p>`,
  });
};

const fieldsOf = ({ csrf, unsaved }: SetUpRequired): Markup =>
  html`${hidden("csrf", csrf)} ${unsaved !== undefined && hidden("unsaved", unsaved)}`;

const passkeyIn = (page: PageContext, view: SetUpRequired, passkey: NonNullable<SetUpRequired["passkey"]>): Markup => {
  const { add, page: overview, passkey: texts } = textFor(page.locale).security;
  const action = `/account/security/setup/passkey${view.query}`;
  return html`<h2>${overview.passkeys}</h2>
    <p class="prose">${overview.passkeysIntro}</p>
    ${passkeyForm(
      { action, failed: texts.failed, ceremony: "create", options: passkey.options },
      html`${fieldsOf(view)} ${passkeyNameField(add.name, passkey)} ${button(add.submit, { look: "primary" })}`,
    )}
    <p class="soft without-passkeys">${add.noScript}</p>`;
};

const appIn = (page: PageContext, view: SetUpRequired): Markup => {
  const { page: overview } = textFor(page.locale).security;
  const form = appForm(page, {
    ...view.app,
    action: `/account/security/setup/app${view.query}`,
    fields: fieldsOf(view),
    look: view.passkey ? "secondary" : "primary",
  });
  if (!view.passkey)
    return html`<h2>${overview.app}</h2>
      ${form}`;
  return html`<details class="after" ${view.app.problem && raw("open")}>
    <summary>${overview.setUpApp}</summary>
    ${form}
  </details>`;
};
