import { html, raw } from "hono/html";

import type { Scope } from "#access/scopes.ts";
import { eventTypeNames, isEmitted, scopeOfEvent } from "#domain/event-types.ts";

import { adminSections } from "../../../admin/sections.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, checkbox, hidden, problem } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import { choices, radio, textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type WebhookForm = {
  /** The encoded id of the endpoint to create. */
  id: string;
  typed: { url: string; description: string; payload: "full" | "thin"; types: readonly string[] };
  wrong: readonly ("url" | "privateUrl" | "types")[];
};

const { path } = adminSections.webhooks;

/** Posts `csrf`, `id`, `url`, `description`, `payload`, and `type.{name}` for each event type. */
export const webhookForm = (page: AdminPage, { id, typed, wrong }: WebhookForm): string => {
  const { form: text } = textFor(page.locale).admin.webhooks;
  return adminLayout(page, {
    title: text.title,
    problem: wrong.length > 0,
    content: html`<h1>${text.title}</h1>
      ${wrong.length > 0 && problem("problem", text.problem)}
      <form method="post" action="${path}/new" class="stack roomy">
        ${hidden("csrf", page.csrf)} ${hidden("id", id)}
        ${textField({
          name: "url",
          label: text.url,
          hint: text.urlHint,
          problem: urlProblem(text, wrong),
          value: typed.url,
          maxLength: 2000,
          required: true,
        })}
        ${textField({
          name: "description",
          label: text.description,
          hint: text.descriptionHint,
          value: typed.description,
          maxLength: 500,
        })}
        ${choices(
          { name: "payload", label: text.payload },
          html`${(["full", "thin"] as const).map((value) =>
            radio({
              name: "payload",
              value,
              label: text[value].name,
              hint: text[value].about,
              checked: typed.payload === value,
            }),
          )}`,
        )}
        ${choices(
          { name: "types", label: text.types, problem: wrong.includes("types") ? text.typesProblem : undefined },
          types(page.locale, typed.types),
        )}
        <div class="actions">
          ${button(text.create, { look: "primary" })}
          <a class="button secondary" href="${path}">${text.cancel}</a>
        </div>
      </form>`,
  });
};

function urlProblem(text: { urlProblem: string; privateUrl: string }, wrong: WebhookForm["wrong"]): string | undefined {
  if (wrong.includes("url")) return text.urlProblem;
  return wrong.includes("privateUrl") ? text.privateUrl : undefined;
}

/** Grouped and collapsed, because there are about a hundred event types. */
const types = (locale: Locale, picked: readonly string[]): Markup => {
  const groupNames: Readonly<Record<string, string>> = textFor(locale).admin.webhooks.form.groups;
  const groups = Map.groupBy(eventTypeNames.filter(isEmitted), (name): Scope => scopeOfEvent(name) ?? "school:read");
  return html`${[...groups].map(
    ([scope, names]) =>
      html`<details ${names.some((name) => picked.includes(name)) && raw("open")}>
        <summary>${groupNames[scope] ?? scope}</summary>
        ${names.map((name) =>
          checkbox({ name: `type.${name}`, label: html`<code>${name}</code>`, checked: picked.includes(name) }),
        )}
      </details>`,
  )}`;
};
