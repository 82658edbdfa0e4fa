import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, field, hidden, problem } from "../../parts/fields.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import type { Markup } from "../../parts/markup.ts";
import { qrPicture } from "../../parts/qr.ts";

export type AppProblem = "wrong" | "already" | "ended";

/** A new app, before a code has confirmed it. */
export type NewApp = {
  /** The secret, encrypted for the form. */
  sealed: string;
  secret: string;
  /** Content of the QR code. */
  uri: string;
  problem: AppProblem | undefined;
};

export type SetUpApp = NewApp & { csrf: string };

/** Sets up an authenticator app. Posts `csrf`, `app` and `code`. */
export const setUpApp = (page: PageContext & { member: Person }, view: SetUpApp): string => {
  const { app: text, page: overview } = textFor(page.locale).security;
  return layout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    width: "narrow",
    content: html`<p class="back"><a href="/account/security">${overview.title}</a></p>
      <h1>${text.title}</h1>
      ${view.problem && problem("problem", text[view.problem])}
      ${appForm(page, { ...view, action: "/account/security/app", fields: hidden("csrf", view.csrf), look: "primary" })}`,
  });
};

type AppForm = NewApp & { action: string; fields: Markup; look: "primary" | "secondary" };

/** The QR code and the form of the first code. */
export const appForm = (page: PageContext, { sealed, secret, uri, problem: found, ...form }: AppForm): Markup => {
  const { app: text } = textFor(page.locale).security;
  return html`<p>${text.scan}</p>
    <div class="app-code">${qrPicture(uri, text.picture)}</div>
    <p class="soft">${text.byHand}</p>
    <p><code class="by-hand">${secret.replaceAll(/(.{4})(?!$)/g, "$1 ")}</code></p>
    <p>${text.enter}</p>
    <form method="post" action="${form.action}" class="stack">
      ${form.fields} ${hidden("app", sealed)}
      ${field({
        name: "code",
        label: text.code,
        type: "text",
        autocomplete: "one-time-code",
        inputmode: "numeric",
        focused: found === "wrong",
        invalid: found === "wrong",
        describedBy: found ? "problem" : undefined,
      })}
      ${button(text.submit, { look: form.look })}
    </form>`;
};
