import { html } from "hono/html";

import type { Scope } from "#access/scopes.ts";
import type { Audience } from "#oauth/clients/audience.ts";

import { textFor } from "../../../text/catalogue.ts";
import { button, checkbox, hidden, problem } from "../../parts/fields.ts";
import { fill, fillPlain, type Markup } from "../../parts/markup.ts";
import { choices, fileField, radio, textArea, textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { scopePicker } from "../api-keys/scope-picker.ts";

type Field = keyof ReturnType<typeof textFor>["admin"]["applications"]["form"]["problems"];

export type ApplicationForm = {
  action: string;
  /** URL for canceling. */
  back: string;
  audience: Audience;
  /** Scopes available for the audience. */
  offered: readonly Scope[];
  typed: {
    name: string;
    description: string;
    /** One per line. */
    redirectUris: string;
    /** One per line. */
    postLogoutRedirectUris: string;
    introspectsAllTokens: boolean;
    scopes: readonly Scope[];
    confidential: boolean | undefined;
  };
  problems: readonly { field: Field; code: string; line: number | undefined }[];
  /** Another person changed the application during editing. */
  conflict?: boolean;
  /** A new application has its future id, an existing one the displayed version. */
  of:
    | { kind: "new"; id: string }
    | { kind: "existing"; name: string; version: number; confidential: boolean; hasLogo: boolean };
};

/** Posts `csrf`, `id` or `version`, and the fields. Uses multipart/form-data because of the logo. */
export const applicationForm = (page: AdminPage, view: ApplicationForm): string => {
  const { form: text, audience: audiences } = textFor(page.locale).admin.applications;
  const title = view.of.kind === "new" ? text.title : fillPlain(text.editTitle, { name: view.of.name });
  return adminLayout(page, {
    title,
    problem: view.problems.length > 0 || view.conflict === true,
    content: html`<h1>${title}</h1>
      ${view.conflict && problem("problem", text.conflict)}
      ${view.problems.length > 0 && problem("problem", text.problem)}
      <dl class="entries">
        <div class="entry">
          <dt>${text.audience}</dt>
          <dd>
            <p>${audiences[view.audience]}</p>
            ${view.of.kind === "existing" && html`<p class="soft">${text.fixed}</p>`}
          </dd>
        </div>
      </dl>
      <form method="post" action="${view.action}" enctype="multipart/form-data" class="stack roomy">
        ${hidden("csrf", page.csrf)}
        ${view.of.kind === "new" ? hidden("id", view.of.id) : hidden("version", String(view.of.version))}
        ${fields(page, view)}
        <div class="actions">
          ${button(view.of.kind === "new" ? text.create : text.save, { look: "primary" })}
          <a class="button secondary" href="${view.back}">${text.cancel}</a>
        </div>
      </form>`,
  });
};

const fields = (page: AdminPage, view: ApplicationForm): Markup => {
  const { form: text } = textFor(page.locale).admin.applications;
  const { typed } = view;
  const wrong = (field: Field) => problemOf(page, view, field);
  const chose = view.problems.length > 0 ? ` ${text.logoAgain}` : "";
  return html`${textField({
    name: "name",
    label: text.name,
    hint: text.nameHint,
    problem: wrong("name"),
    value: typed.name,
    maxLength: 100,
    required: true,
  })}
  ${textArea({
    name: "description",
    label: text.description,
    hint: text.descriptionHint,
    problem: wrong("description"),
    value: typed.description,
    rows: 3,
    maxLength: 1000,
  })}
  ${fileField({
    name: "logo",
    label: text.logo,
    hint: `${text.logoHint}${chose}`,
    problem: wrong("logo"),
    accept: "image/png,image/jpeg,image/webp",
  })}
  ${
    view.of.kind === "existing" &&
    view.of.hasLogo &&
    checkbox({ name: "remove_logo", label: text.removeLogo, checked: false })
  }
  ${textArea({
    name: "redirect_uris",
    label: text.redirectUris,
    hint: fill(text.redirectUrisHint, examples),
    problem: wrong("redirectUris"),
    value: typed.redirectUris,
    rows: 4,
    code: true,
    required: true,
  })}
  ${textArea({
    name: "post_logout_redirect_uris",
    label: text.postLogoutRedirectUris,
    hint: text.postLogoutRedirectUrisHint,
    problem: wrong("postLogoutRedirectUris"),
    value: typed.postLogoutRedirectUris,
    rows: 2,
    code: true,
  })}
  ${view.of.kind === "new" && kinds(page, view)}
  ${(view.of.kind === "new" || view.of.confidential) && introspection(page, view)}
  ${choices(
    {
      name: "scopes",
      label: text.scopes,
      hint: view.of.kind === "new" ? text.scopesHint : `${text.scopesHint} ${text.narrowed}`,
      problem: wrong("scopes"),
    },
    scopePicker(page.locale, view.offered, typed.scopes),
  )}`;
};

const introspection = (page: AdminPage, view: ApplicationForm): Markup => {
  const { form: text } = textFor(page.locale).admin.applications;
  const found = problemOf(page, view, "introspectsAllTokens");
  return html`${checkbox({
    name: "introspects_all_tokens",
    label: text.introspects,
    hint: text.introspectsHint,
    checked: view.typed.introspectsAllTokens,
  })}
  ${found && problem("introspects_all_tokens-problem", found)}`;
};

const examples = {
  https: html`<code>https://app.example/callback</code>`,
  loopback: html`<code>http://127.0.0.1/callback</code>`,
  app: html`<code>com.example.app:/callback</code>`,
};

const kinds = (page: AdminPage, view: ApplicationForm): Markup => {
  const { form: text } = textFor(page.locale).admin.applications;
  const { confidential } = view.typed;
  return choices(
    { name: "kind", label: text.kind, problem: problemOf(page, view, "confidential") },
    html`${radio({
      name: "client_type",
      value: "confidential",
      label: text.confidential,
      hint: text.confidentialHint,
      checked: confidential === true,
    })}
    ${radio({
      name: "client_type",
      value: "public",
      label: text.public,
      hint: text.publicHint,
      checked: confidential === false,
    })}`,
  );
};

const problemOf = (page: AdminPage, view: ApplicationForm, field: Field): string | undefined => {
  const found = view.problems.find((problem) => problem.field === field);
  if (!found) return undefined;
  const texts: Record<string, string> & { other: string } = textFor(page.locale).admin.applications.form.problems[
    field
  ];
  return fillPlain(texts[found.code] ?? texts.other, { line: String(found.line ?? "") });
};
