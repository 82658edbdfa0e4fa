import { html } from "hono/html";

import type { Scope } from "#access/scopes.ts";
import { maxLifetimeDays } from "#oauth/api-keys/api-key.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain } from "../../parts/markup.ts";
import { choices, textField } from "../forms/form-fields.ts";
import { ownPassword } from "../forms/own-password.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { scopePicker } from "./scope-picker.ts";
import { secretView } from "./secret-view.ts";

export type ApiKeyForm = {
  /** The encoded id of the key to create. */
  id: string;
  offered: readonly Scope[];
  typed: { name: string; expiry: string; scopes: readonly Scope[] };
  wrong: readonly ("name" | "expiry" | "scopes" | "password" | "limited" | "full")[];
};

const { path } = adminSections.apiKeys;

/** Posts `csrf`, `id`, `name`, `expiry`, `scope.{name}` for each scope, and the password as `current`. */
export const apiKeyForm = (page: AdminPage, { id, offered, typed, wrong }: ApiKeyForm): string => {
  const { form: text } = textFor(page.locale).admin.apiKeys;
  const days = { days: String(maxLifetimeDays) };
  const whole = wrong.find((one) => one === "limited" || one === "full");
  const problemOf = (name: keyof typeof text.problems) =>
    wrong.includes(name) ? fillPlain(text.problems[name], days) : undefined;
  return adminLayout(page, {
    title: text.title,
    problem: wrong.length > 0,
    content: html`<h1>${text.title}</h1>
      ${wrong.length > 0 && problem("problem", whole ? text[whole] : text.problem)}
      <form method="post" action="${path}/new" class="stack roomy">
        ${hidden("csrf", page.csrf)} ${hidden("id", id)}
        ${textField({
          name: "name",
          label: text.name,
          hint: text.nameHint,
          problem: problemOf("name"),
          value: typed.name,
          maxLength: 100,
          required: true,
        })}
        ${textField({
          name: "expiry",
          label: text.expiry,
          hint: fillPlain(text.expiryHint, days),
          problem: problemOf("expiry"),
          value: typed.expiry,
          maxLength: 4,
          numeric: true,
          required: true,
        })}
        ${choices(
          { name: "scopes", label: text.scopes, hint: text.scopesHint, problem: problemOf("scopes") },
          scopePicker(page.locale, offered, typed.scopes),
        )}
        ${ownPassword(page, { label: text.password, hint: text.passwordHint, problem: problemOf("password") })}
        <div class="actions">
          ${button(text.create, { look: "primary" })}
          <a class="button secondary" href="${path}">${text.cancel}</a>
        </div>
      </form>`,
  });
};

/** Displays a new key once, with a request that uses it. */
export const madeApiKey = (page: AdminPage, { name, key }: { name: string; key: string }): string => {
  const { secret: text, form } = textFor(page.locale).admin.apiKeys;
  const request = `curl ${page.site.origin}/api/v1/courses -H "Authorization: Bearer $LECTERN_API_KEY"`;
  return secretView(page, {
    text,
    name,
    of: html`<div class="entry">
        <dt>${form.name}</dt>
        <dd class="foreign">${name}</dd>
      </div>
      <div class="entry">
        <dt>${text.example}</dt>
        <dd class="mono foreign">${request}</dd>
      </div>`,
    secret: key,
    until: null,
    next: path,
  });
};
