import type { FormField } from "#domain/content/forms/form.ts";
import type { AdminSectionName } from "#pages/admin/sections.ts";
import { form, formPreview, type OneForm } from "#pages/views/admin/forms/form.ts";
import { formEditor, type FormEditor } from "#pages/views/admin/forms/form-editor.ts";
import { formSubmission, formSubmissions, type SubmissionView } from "#pages/views/admin/forms/form-submissions.ts";
import { formRemoval, forms } from "#pages/views/admin/forms/forms.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { formPage, formThanks, type FormView } from "#pages/views/public/form.ts";
import type { PublicContext } from "#pages/views/public/public-context.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const id = "frm_01k9g2c8p4e6t0v3x5y7z9b1d3";

/** One question of each kind, some of them required. */
const fieldsOf = ({ client, person }: Names): FormField[] => [
  { handle: "name", label: person, kind: "text", required: true },
  { handle: "about", label: client, kind: "long_text", required: false },
  { handle: "email", label: "Email", kind: "email", required: true },
  { handle: "phone", label: "Phone", kind: "phone", required: false },
  { handle: "years", label: "Years", kind: "number", required: false },
  { handle: "since", label: "Since", kind: "date", required: false },
  { handle: "boat", label: "Boat", kind: "choice", required: true, choices: [client, "Dinghy", "Yawl"] },
  { handle: "harbour", label: "Harbour", kind: "choice", required: false, choices: [..."ABCDEFGHI"] },
  { handle: "days", label: "Days", kind: "choices", required: false, choices: ["Mon", "Tue", client] },
  { handle: "agree", label: `${client}?`, kind: "bool", required: true },
  { handle: "photo", label: "Photo", kind: "file", required: false },
];

/** The admin pages of forms. */
export function sampleForms(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("forms");
  const fields = fieldsOf(names);
  const shown: OneForm = {
    id,
    name: names.site,
    slug: "spring-survey",
    status: "open",
    audience: "everybody",
    descriptionHtml: "<p>Before the <strong>season</strong> begins.</p>",
    fields: [...fields, { handle: "boots", label: "Boots", kind: "number", required: false, retired: true }],
    submissionCount: 1204,
    updatedAt: at(9),
  };
  const draft: OneForm = { ...shown, status: "draft", fields: [], submissionCount: 0, audience: "members" };
  const lists = { status: undefined, query: "", pages: {}, deleted: false };
  const editor: FormEditor = {
    existing: { id, name: shown.name, version: 3, shown: "", isAnswered: true },
    typed: {
      name: shown.name,
      slug: shown.slug,
      audience: "members",
      description: "Before the **season** begins.",
      questions: [
        ...fields
          .slice(0, 7)
          .filter((_, index) => index % 3 === 0)
          .map(({ choices = [], ...field }) => ({ ...field, choices: choices.join("\n"), known: true })),
        { handle: "", label: "", kind: "choices", required: false, choices: "", known: false },
      ],
    },
    retired: [{ handle: "boots", label: names.client }],
    wrong: {},
  };
  const wrong = {
    name: "name",
    slug: "slugTaken",
    "f.2.kind": "kind",
    "f.3.label": "label",
    "f.3.choices": "choices",
    "f.3.handle": "handle",
  } as const;
  const empty = { name: "", slug: "", audience: "everybody", description: "", questions: [] } as const;
  const one: SubmissionView = {
    id: "fsb_01k9g2c8p4e6t0v3x5y7z9b1d3",
    who: { name: names.person, email: names.email },
    createdAt: at(10),
    answers: {
      name: names.person,
      about: `${names.client}\n${names.client}`,
      days: ["Mon", "Tue"],
      agree: true,
      photo: "fil_01k9g2c8p4e6t0v3x5y7z9b1d3",
      gone: 7,
    },
    files: [{ id: "fil_01k9g2c8p4e6t0v3x5y7z9b1d3", filename: names.client, url: "/files/x" }],
    sourceUrl: `https://${names.host}/forms/spring-survey`,
  };
  const unknown = { ...one, who: null, answers: { name: "Bo", years: 3 }, sourceUrl: null };
  return [
    ["admin-forms", forms(page, { ...lists, forms: [shown, draft], pages: { next: "/admin/forms?cursor=x" } })],
    ["admin-forms-none", forms(page, { ...lists, forms: [], deleted: true })],
    ["admin-forms-none-fit", forms(page, { ...lists, forms: [], status: "closed", query: names.client })],
    ["admin-form", form(page, { form: shown, notice: "saved" })],
    ["admin-form-draft", form(page, { form: draft, notice: undefined })],
    ["admin-form-preview", formPreview(page, shown)],
    ["admin-form-new", formEditor(page, { existing: undefined, typed: empty, retired: [], wrong: {} })],
    ["admin-form-edit", formEditor(page, editor)],
    ["admin-form-wrong", formEditor(page, { ...editor, wrong })],
    ["admin-form-stale", formEditor(page, { ...editor, stale: true })],
    ["admin-form-delete", formRemoval(page, shown)],
    ["admin-form-answers", formSubmissions(page, { form: shown, submissions: [one, unknown], query: "", pages: {} })],
    ["admin-form-answers-none", formSubmissions(page, { form: shown, submissions: [], query: "", pages: {} })],
    ["admin-form-answer", formSubmission(page, { form: shown, submission: one })],
  ];
}

/** The public pages of forms. */
export function samplePublicForms(page: PublicContext, names: Names): [string, string][] {
  const view: FormView = {
    form: {
      slug: "spring-survey",
      name: names.site,
      status: "open",
      audience: "everybody",
      descriptionMarkdown: "Before the **season** begins.",
      descriptionHtml: "<p>Before the <strong>season</strong> begins.</p>",
      fields: fieldsOf(names),
      asksToSignIn: false,
    },
    answering: { typed: {}, wrong: {} },
    signIn: "/sign-in?return_to=/forms/spring-survey",
  };
  const answering = {
    typed: { name: names.person, about: names.client, boat: "Dinghy", days: ["Mon"], agree: true, years: "three" },
    wrong: {
      name: "Enter at most 500 characters.",
      years: "Enter a number.",
      boat: "Choose an option.",
      agree: "Tick this box.",
      harbour: "Choose an option.",
      days: "Choose.",
    },
  };
  const member = { name: names.person, email: names.email };
  return [
    ["form", formPage(page, view)],
    ["form-wrong", formPage({ ...page, member }, { ...view, answering, problem: { kind: "wrong" } })],
    ["form-many", formPage(page, { ...view, answering, problem: { kind: "tooMany", wait: "5 minutes" } })],
    ["form-closed", formPage(page, { ...view, form: { ...view.form, status: "closed" } })],
    ["form-members", formPage(page, { ...view, form: { ...view.form, asksToSignIn: true } })],
    ["form-thanks", formThanks(page, view.form)],
  ];
}
