import { html } from "hono/html";

import type { CreationOptions } from "../../../../islands/passkey/options.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, field, hidden, problem } from "../../parts/fields.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import type { Markup } from "../../parts/markup.ts";
import { passkeyForm } from "../../parts/passkey-form.ts";

export type PasskeyProblem = "badName" | "refused" | undefined;

export type AddPasskey = { csrf: string; name: string; options: CreationOptions; problem: PasskeyProblem };

/** Adds a passkey. Posts `csrf`, `name` and `passkey`. */
export const addPasskey = (page: PageContext & { member: Person }, view: AddPasskey): string => {
  const { add: text, page: overview, passkey } = textFor(page.locale).security;
  return layout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    width: "narrow",
    content: html`<p class="back"><a href="/account/security">${overview.title}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${text.lead}</p>
      ${view.problem && problem("problem", text[view.problem])}
      ${passkeyForm(
        { action: "/account/security/passkeys/new", failed: passkey.failed, ceremony: "create", options: view.options },
        html`${hidden("csrf", view.csrf)} ${passkeyNameField(text.name, view)}
        ${button(text.submit, { look: "primary" })}`,
      )}
      <p class="soft without-passkeys">${text.noScript}</p>`,
  });
};

export type RenamePasskey = { csrf: string; action: string; name: string; problem: PasskeyProblem };

/** Renames a passkey. Posts `csrf` and `name`. */
export const renamePasskey = (page: PageContext & { member: Person }, view: RenamePasskey): string => {
  const { add, rename: text, page: overview } = textFor(page.locale).security;
  return layout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    width: "narrow",
    content: html`<p class="back"><a href="/account/security">${overview.title}</a></p>
      <h1>${text.title}</h1>
      ${view.problem && problem("problem", add[view.problem])}
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", view.csrf)} ${passkeyNameField(add.name, view)} ${button(text.submit, { look: "primary" })}
      </form>`,
  });
};

export const passkeyNameField = (
  label: string,
  { name, problem: found }: { name: string; problem: PasskeyProblem },
): Markup =>
  field({
    name: "name",
    label,
    type: "text",
    autocomplete: "off",
    value: name,
    invalid: found === "badName",
    describedBy: found ? "problem" : undefined,
  });
