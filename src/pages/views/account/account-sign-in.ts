import { currentPassword } from "../parts/current-password.ts";
import { html } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { timestamp } from "../parts/dates.ts";
import { button, hidden, notice, problem } from "../parts/fields.ts";
import { type FormProblem, problemBox } from "../parts/form-problems.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";

export const signInNotices = ["connected", "disconnected"] as const;

interface ConnectedIdentity {
  /** ID of the provider on the wire. */
  id: string;
  name: string;
  email: string | null;
  lastUsedAt: Date;
  mayDisconnect: boolean;
}

export interface AccountSignIn {
  csrf: string;
  connected: readonly ConnectedIdentity[];
  available: readonly { id: string; name: string }[];
  /** Confirmation of a new connection: by the password, or by a recent sign-in of people without one. */
  proof: "password" | "recent" | "missing";
  notice: (typeof signInNotices)[number] | undefined;
  /** Provider whose identity could not be connected. */
  taken: string | undefined;
  problems: readonly FormProblem[];
}

type Page = PageContext & { member: Person };

/** Ways to sign in: identities at providers of the school. */
export const accountSignIn = (page: Page, view: AccountSignIn): string => {
  const text = textFor(page.locale).providers.account;
  const values = { site: foreign(page.site.name) };
  const { connected, available } = view;
  return layout(page, {
    title: text.title,
    problem: view.problems.length > 0 || view.taken !== undefined,
    width: "narrow",
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1>${text.title}</h1>
      <p class="lead">${fill(connected.length + available.length === 0 ? text.noProviders : text.intro, values)}</p>
      ${view.taken !== undefined && problem("taken", fill(text.taken, { provider: foreign(view.taken) }))}
      ${
        connected.length === 0
          ? html`<p class="prose soft">${text.none}</p>`
          : html`<ul class="rows">
              ${connected.map((one) => row(page, view.csrf, one))}
            </ul>`
      }
      ${available.length !== 0 && connecting(page, view)}
      <p class="aside"><a href="/account">${text.back}</a></p>`,
  });
};

const row = (page: Page, csrf: string, { id, name, email, lastUsedAt, mayDisconnect }: ConnectedIdentity): Markup => {
  const text = textFor(page.locale).providers.account;
  return html`<li class="row">
    <div class="about">
      <h2>${foreign(name)}</h2>
      <p class="soft">${email === null ? text.connected : fill(text.connectedAs, { email: foreign(email) })}</p>
      <ul class="facts">
        <li>${fill(text.lastUsed, { time: timestamp(page, lastUsedAt) })}</li>
      </ul>
      ${!mayDisconnect && html`<p class="soft">${text.last}</p>`}
    </div>
    ${
      mayDisconnect &&
      html`<form method="post" action="/account/sign-in/${id}/disconnect">
        ${hidden("csrf", csrf)}
        ${button(text.disconnect, { look: "secondary", spoken: fillPlain(text.disconnectOf, { provider: name }) })}
      </form>`
    }
  </li>`;
};

/** One form, whose buttons choose the provider: the password is entered once. */
const connecting = (page: Page, { csrf, available, proof, problems }: AccountSignIn): Markup => {
  const { providers } = textFor(page.locale);
  const text = providers.account;
  if (proof === "missing") return html`<p class="prose">${text.recent}</p>`;
  const [first] = available;
  return html`${problemBox(page, problems)}
    <form method="post" action="/account/sign-in/${first?.id ?? ""}/connect" class="stack">
      ${hidden("csrf", csrf)} ${hidden("username", page.member.email)}
      ${
        proof === "password" &&
        html`<p class="prose">${text.password}</p>
          ${currentPassword(page, problems)}`
      }
      ${available.map(
        ({ id, name }) =>
          html`<button type="submit" class="button secondary" formaction="/account/sign-in/${id}/connect">
            ${fillPlain(text.connect, { provider: name })}
          </button>`,
      )}
    </form>`;
};
