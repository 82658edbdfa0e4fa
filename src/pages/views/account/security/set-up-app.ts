import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, field, hidden, problem } from "../../parts/fields.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { qrPicture } from "../../parts/qr.ts";

export type AppProblem = "wrong" | "already" | "ended";

export type SetUpApp = {
  csrf: string;
  /** The secret, encrypted for the form. */
  app: string;
  secret: string;
  /** Content of the QR code. */
  uri: string;
  problem: AppProblem | undefined;
};

/** Sets up an authenticator app. Posts `csrf`, `app` and `code`. */
export const setUpApp = (page: PageContext & { member: Person }, view: SetUpApp): string => {
  const { app: text, page: overview } = textFor(page.locale).security;
  return layout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    width: "narrow",
    content: html`<p class="back"><a href="/account/security">${overview.title}</a></p>
      <h1>${text.title}</h1>
      ${view.problem ? problem("problem", text[view.problem]) : raw("")}
      <p>${text.scan}</p>
      <div class="app-code">${qrPicture(view.uri, text.picture)}</div>
      <p class="soft">${text.byHand}</p>
      <p><code class="by-hand">${view.secret.replaceAll(/(.{4})(?!$)/g, "$1 ")}</code></p>
      <p>${text.enter}</p>
      <form method="post" action="/account/security/app" class="stack">
        ${hidden("csrf", view.csrf)} ${hidden("app", view.app)}
        ${field({
          name: "code",
          label: text.code,
          type: "text",
          autocomplete: "one-time-code",
          inputmode: "numeric",
          focused: view.problem === "wrong",
          invalid: view.problem === "wrong",
          describedBy: view.problem ? "problem" : undefined,
        })}
        ${button(text.submit, { look: "primary" })}
      </form>`,
  });
};
