import { html } from "hono/html";
import { givableRoles } from "#domain/people/provisioning/keys/provisioning-key.ts";
import type { KeyValues } from "../../../admin/provisioning/form-values.ts";
import { textFor } from "../../../text/catalogue.ts";
import { checkbox, problem } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import { choices, textArea, textField } from "../forms/form-fields.ts";
import { ownPassword } from "../forms/own-password.ts";
import type { AdminPage } from "../layout.ts";

/** Fields and states that can be wrong. */
export type Wrong = "name" | "domains" | "groups" | "password" | "replacement" | "limited" | "full" | "replaced";

/** States of the whole form, which are reported above it. */
const whole = ["limited", "full", "replaced"] as const;

export const problemsOf = (page: AdminPage, wrong: readonly Wrong[]): Markup => {
  const { wrong: text } = textFor(page.locale).admin.provisioning;
  const state = whole.find((one) => wrong.includes(one));
  return wrong.length === 0 ? html`` : problem("problem", state ? text[state] : text.summary);
};

/** Posts `name`, `domains`, `role.{role}` and `group.{role}`. */
export const keyFields = (page: AdminPage, values: KeyValues, wrong: readonly Wrong[]): Markup => {
  const { admin, roles } = textFor(page.locale);
  const text = admin.provisioning;
  const problemOf = (name: "name" | "domains" | "groups") => (wrong.includes(name) ? text.wrong[name] : undefined);
  return html`${textField({
    name: "name",
    label: text.name,
    hint: text.nameHint,
    problem: problemOf("name"),
    value: values.name,
    maxLength: 100,
    required: true,
  })}
  ${textArea({
    name: "domains",
    label: text.domains,
    hint: text.domainsHint,
    problem: problemOf("domains"),
    value: values.domains,
    rows: 3,
    code: true,
  })}
  ${choices(
    { name: "roles", label: text.roles, hint: text.rolesHint },
    html`${givableRoles.map((role) =>
      checkbox({ name: `role.${role}`, label: roles[role], checked: values.roles.includes(role) }),
    )}`,
  )}
  ${givableRoles.map((role) =>
    textField({
      name: `group.${role}`,
      label: text.groupOf[role],
      hint: text.groupHint,
      problem: problemOf("groups"),
      value: values.groups[role],
      maxLength: 200,
    }),
  )}`;
};

/** The field for the own password. `use` tells two forms of a page apart. */
export const proofField = (page: AdminPage, wrong: readonly Wrong[], use: "password" | "replacement"): Markup => {
  const { provisioning: text } = textFor(page.locale).admin;
  return ownPassword(page, {
    ...(use === "replacement" && { id: "replacement-password" }),
    label: text.password,
    hint: text.passwordHint,
    problem: wrong.includes(use) ? text.wrong.password : undefined,
  });
};

/** Address that the directory sends its requests to. */
export const addressEntry = (page: AdminPage): Markup => {
  const { provisioning: text } = textFor(page.locale).admin;
  return html`<dl class="entries stacked">
      <div class="entry">
        <dt>${text.address}</dt>
        <dd class="mono copied foreign">${page.site.origin}/scim/v2</dd>
      </div>
    </dl>
    <p class="prose soft after">${text.addressHint}</p>`;
};
