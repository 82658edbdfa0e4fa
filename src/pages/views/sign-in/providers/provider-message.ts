import { html } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import type { ProviderWay } from "./provider-buttons.ts";

export type ProviderProblem = Exclude<
  keyof ReturnType<typeof textFor>["providers"]["problem"],
  "title" | "again" | "confirm"
>;

/** Why a sign-in with a provider did not succeed. */
export const providerProblem = (
  page: PageContext,
  view: {
    kind: ProviderProblem;
    provider: string;
    again: string;
    /** True for a signed-in person who wanted to confirm their identity. */
    confirms?: boolean;
  },
): string => {
  const { kind, provider, again, confirms = false } = view;
  const text = textFor(page.locale).providers.problem;
  const values = { provider: foreign(provider), site: foreign(page.site.name) };
  return layout(page, {
    title: text.title,
    problem: true,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text[kind], values)}</p>
      <p class="after"><a class="button primary" href="${again}">${confirms ? text.confirm : text.again}</a></p>`,
  });
};

/** Steps to connect an identity that the school cannot assign to a person. The same for everyone: it reveals no account. */
export const unproven = (
  page: PageContext,
  { provider, signIn, signUp }: { provider: string; signIn: string; signUp: string | undefined },
): string => {
  const text = textFor(page.locale).providers.unproven;
  const values = { provider: foreign(provider), site: foreign(page.site.name) };
  return layout(page, {
    title: fillPlain(text.title, { provider }),
    problem: true,
    width: "narrow",
    head: "bare",
    content: html`<h1>${fill(text.title, values)}</h1>
      <p class="lead">${fill(text.lead, values)}</p>
      <p class="prose">${fill(text.steps, values)}</p>
      <ol class="prose">
        <li>${text.signIn}</li>
        <li>${fill(text.connect, values)}</li>
      </ol>
      <p class="after"><a class="button primary" href="${signIn}">${text.action}</a></p>
      ${signUp !== undefined && html`<p class="aside"><a href="${signUp}">${text.signUp}</a></p>`}`,
  });
};

/** In place of a page about a password, for a domain that signs in without one. */
export const insteadOfPassword = (page: PageContext, { name, action }: ProviderWay, csrf: string): string => {
  const text = textFor(page.locale).providers;
  const values = { provider: foreign(name), site: foreign(page.site.name) };
  return layout(page, {
    title: fillPlain(text.instead.title, { provider: name }),
    width: "narrow",
    head: "bare",
    content: html`<h1>${fill(text.instead.title, values)}</h1>
      <p class="lead">${fill(text.instead.lead, values)}</p>
      <form method="post" action="${action}" class="stack">
        ${hidden("csrf", csrf)} ${button(fillPlain(text.with, { provider: name }), { look: "primary" })}
      </form>`,
  });
};
