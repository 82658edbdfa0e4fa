import { html, raw } from "hono/html";

import type { CreationOptions, UseOptions } from "../../../islands/passkey/options.ts";
import { islandsPath } from "../../islands/islands.ts";
import type { Markup } from "./markup.ts";

/** `suggest`: the email field of the page offers passkeys too. */
export type PasskeyForm = {
  action: string;
  /** Shown if the browser finds no passkey, or the person cancels. */
  failed: string;
} & ({ ceremony: "use" | "suggest"; options: UseOptions } | { ceremony: "create"; options: CreationOptions });

/** A form that the module of passkeys shows and fills in. Without scripts, it stays hidden. */
export const passkeyForm = ({ action, failed, ceremony, options }: PasskeyForm, content: Markup): Markup =>
  islandsPath === undefined
    ? raw("")
    : html`<form method="post" action="${action}" class="stack passkey" ${settings(ceremony, options)} hidden>
          <input type="hidden" name="passkey" value="" />
          ${content}
          <p class="problem-text" role="alert" data-problem hidden>${failed}</p>
        </form>
        <script type="module" src="${islandsPath}/passkey.js"></script>`;

const settings = (ceremony: PasskeyForm["ceremony"], options: UseOptions | CreationOptions): Markup =>
  html`data-passkey="${ceremony}" data-options="${JSON.stringify(options)}"`;

/** Directives of a page with the form. */
export const passkeyPolicy = (origin: string): string[] =>
  islandsPath === undefined ? [] : [`script-src ${origin}${islandsPath}/passkey.js`];
