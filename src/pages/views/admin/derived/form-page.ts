import { html, raw } from "hono/html";

import type { Field } from "../../../admin/derived/fields.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { appearancePreview } from "../appearance/preview-panel.ts";
import { islandHead, unsavedIsland } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import type { FormView } from "./form-controls.ts";
import { fieldView } from "./widgets.ts";

export interface FormPage {
  title: string;
  /** The last part of the way to it. */
  crumb: string;
  /** The page that it came from: `[address, name]`. */
  back: readonly [href: string, name: string];
  /** The page above `back`, if that has no section of its own. */
  above?: readonly [href: string, name: string] | undefined;
  action: string;
  fields: readonly Field[];
  /** Names of fields that few need. */
  rare: ReadonlySet<string>;
  form: Omit<FormView, "page">;
  submit: string;
  isDangerous: boolean;
  /** The effect of the action, before the fields. */
  question: string | undefined;
  warnings: readonly string[];
  /** Why nothing was saved. */
  refusal: string | undefined;
  /** Current values of fields that another person changed. */
  now: readonly { name: string; label: string; value: Markup }[];
  hiddenFields: Readonly<Record<string, string>>;
  takesFile: boolean;
  /** Beside the form: what its values look like. */
  preview?: "appearance" | undefined;
  /** False if the operation would refuse it. */
  canSubmit: boolean;
}

interface FormParts {
  /** Classes beside the usual ones. */
  look?: readonly string[];
  /** Between the title and the form. */
  before?: Markup;
  fields: Markup;
  /** Names of the fields that are folded. */
  rare: readonly string[];
  /** Below the fields. */
  notes: Markup;
}

/** The page of a form: what was refused, the fields, those that few need, and the buttons. */
export function formLayout(page: AdminPage, view: FormPage, form: FormView, parts: FormParts): string {
  const { form: text } = textFor(page.locale).admin.derived;
  const isOpen = parts.rare.some((name) =>
    [...form.problems.keys()].some((at) => at === name || at.startsWith(`${name}.`)),
  );
  const classes = ["stack derived", ...(parts.look ?? [])].join(" ");
  const encoding = view.takesFile ? raw(' enctype="multipart/form-data"') : raw("");
  return adminLayout(page, {
    title: view.title,
    problem: view.refusal !== undefined,
    links: islandHead(page),
    parent: view.back,
    above: view.above,
    crumb: view.crumb,
    content: html`<h1>${view.title}</h1>
      ${view.refusal !== undefined && problem("problem", view.refusal)} ${parts.before} ${conflict(page, view)}
      <form method="post" action="${view.action}" class="${classes}" ${encoding}>
        ${unsavedIsland({ isRefused: view.refusal !== undefined || view.now.length > 0 })}
        ${hidden("csrf", page.csrf)}${Object.entries(view.hiddenFields).map(([name, value]) => hidden(name, value))}
        ${parts.fields}
        ${
          parts.rare.length !== 0 &&
          html`<details class="rare" ${isOpen && raw("open")}>
            <summary>${text.rare}</summary>
            <div class="stack">${parts.rare.map((name) => drawField(form, view.fields, name))}</div>
          </details>`
        }
        ${parts.notes}
        <div class="foot-of-form">
          ${view.canSubmit && button(view.submit, { look: view.isDangerous ? "danger" : "primary" })}
          <a class="button plain" href="${view.back[0]}">${view.isDangerous ? text.leave : text.cancel}</a>
        </div>
      </form>`,
  });
}

/** A field by its name, if the form has it. */
export function drawField(form: FormView, fields: readonly Field[], name: string, label?: string): Markup {
  const field = fields.find((one) => one.name === name);
  return field ? fieldView(form, field, name, label) : raw("");
}

/** The zone of the times that are typed. */
export const zoneHint = (page: AdminPage): Markup =>
  html`<p class="hint">${fillPlain(textFor(page.locale).admin.derived.form.zone, { zone: page.timeZone })}</p>`;

/** The form of a write: a new resource, a change or an action. */
export const derivedForm = (page: AdminPage, view: FormPage): string => {
  const form = { ...view.form, page };
  const usual = view.fields.filter(({ name }) => !view.rare.has(name));
  const rare = view.fields.filter(({ name }) => view.rare.has(name));
  return formLayout(page, view, form, {
    look: view.preview === undefined ? [] : ["with-preview"],
    before: html`${view.question !== undefined && html`<p class="lead">${view.question}</p>`}
    ${
      view.warnings.length !== 0 &&
      html`<div class="notice" role="status">${view.warnings.map((warning) => html`<p>${warning}</p>`)}</div>`
    }`,
    fields: html`${view.takesFile && fileInput(page, form)}
    ${view.preview !== undefined && appearancePreview(page, form.values)}
    ${usual.map((field) => fieldView(form, field, field.name))}`,
    rare: rare.map(({ name }) => name),
    notes: view.fields.some(({ control }) => control.kind === "time") ? zoneHint(page) : raw(""),
  });
};

const fileInput = (page: AdminPage, { problems }: FormView): Markup => {
  const wrong = problems.get("file");
  return html`<div class="field">
    <label for="file">${textFor(page.locale).admin.derived.form.file}</label>
    <l-upload data-next="/admin/files"
      ><input
        id="file"
        name="file"
        type="file"
        ${wrong !== undefined && raw('aria-invalid="true" aria-describedby="file-problem"')}
    /></l-upload>
    ${wrong !== undefined && html`<p id="file-problem" class="wrong">${wrong}</p>`}
  </div>`;
};

/** The values that another person has saved in the fields that this person changed. */
export const conflict = (page: AdminPage, { now }: FormPage): Markup => {
  if (now.length === 0) return raw("");
  const { form: text } = textFor(page.locale).admin.derived;
  return html`<div class="notice grave" role="alert">
    <p>${text.conflict}</p>
    <ul>
      ${now.map(({ name, label, value }) => html`<li><a href="#${name}">${label}</a> ${fillNow(text.now, value)}</li>`)}
    </ul>
  </div>`;
};

const fillNow = (template: string, value: Markup): Markup => {
  const [before = "", after = ""] = template.split("{value}");
  return html`${before}${value}${after}`;
};
