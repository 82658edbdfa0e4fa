import { html, raw } from "hono/html";

import type { FormToFillIn } from "#domain/content/forms/fill-in.ts";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden, problem } from "../parts/fields.ts";
import { type Answering, questions } from "../parts/form-questions.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { storedMarkdown } from "./parts.ts";

export const formPath = (slug: string): string => `/forms/${encodeURIComponent(slug)}`;

export type FormView = {
  form: Omit<FormToFillIn, "id">;
  answering: Answering;
  /** Problem with the whole form, in addition to field errors. */
  problem?: { kind: "wrong" | "empty" | "expired" } | { kind: "tooMany"; wait: string } | undefined;
  signIn: string;
};

/** A form, or the reason why it is unavailable. Posts `csrf` and the answers. */
export const formPage = (page: PublicContext, view: FormView): string => {
  const { form, problem: refused } = view;
  const { forms: text } = textFor(page.locale).public;
  return publicLayout(page, {
    title: form.name,
    canonical: undefined,
    content: html`<div class="wrap page">
      <div class="column">
        <header>
          ${refused && problem("problem", refused.kind === "tooMany" ? fillPlain(text.tooMany, { wait: refused.wait }) : text[refusals[refused.kind]])}
          <h1 class="foreign">${form.name}</h1>
          ${form.status === "open" && storedMarkdown(form.descriptionMarkdown, form.descriptionHtml)}
        </header>
        ${body(page, view)}
      </div>
    </div>`,
  });
};

const refusals = { wrong: "problem", empty: "empty", expired: "expired" } as const;

const body = (page: PublicContext, { form, answering, signIn }: FormView): Markup => {
  const { forms: text } = textFor(page.locale).public;
  if (form.status !== "open") return html`<p class="lead">${text.closed}</p>`;
  if (form.asksToSignIn) {
    return html`<p class="lead">${fill(text.signIn, { site: foreign(page.site.name) })}</p>
      <p class="actions"><a class="button primary" href="${signIn}">${text.signInButton}</a></p>`;
  }
  const withFiles = form.fields.some(({ kind }) => kind === "file") ? raw('enctype="multipart/form-data"') : raw("");
  return html`<form method="post" action="${formPath(form.slug)}" class="stack roomy" novalidate ${withFiles}>
    ${hidden("csrf", page.csrf ?? "")}
    ${form.fields.some(({ required }) => required) && html`<p class="soft">${fill(text.required, { mark: "*" })}</p>`}
    ${questions(page.locale, form.fields, answering)}
    ${page.member && html`<p class="soft">${fill(text.signedInAs, { person: foreign(page.member.name ?? page.member.email) })}</p>`}
    <div class="actions">${button(text.send, { look: "primary" })}</div>
  </form>`;
};

/** Confirmation after a submission. */
export const formThanks = (page: PublicContext, { name }: { name: string }): string => {
  const { thanks: text } = textFor(page.locale).public.forms;
  return publicLayout(page, {
    title: text.title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <div class="column">
        <header>
          <h1>${text.title}</h1>
          <p class="lead">${fill(text.about, { form: foreign(name) })}</p>
        </header>
        <p class="actions"><a class="button secondary" href="/">${text.home}</a></p>
      </div>
    </div>`,
  });
};
