import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { foreign, type Markup } from "../parts/markup.ts";

/** Sign-in email address and password of a member. */
export type AccountAccess = {
  /** True if the member has verified their email address. */
  verified: boolean;
  /** False if the installation sends no email, which verification requires. */
  mails: boolean;
  /** True if the school has identity providers, or the member has an identity. */
  providers: boolean;
  /** False if the school offers no second factors to the person's roles. */
  offersFactors: boolean;
};

/** Email address and password, with links to change them. */
export const accountAccess = (page: PageContext & { member: Person }, csrf: string, access: AccountAccess): Markup => {
  const { account, security, signUp: gettingIn } = textFor(page.locale);
  const text = gettingIn.account;
  const providers = textFor(page.locale).providers.account;
  return html`<div class="entry">
      <dt>${account.email}</dt>
      <dd>
        <p>${foreign(page.member.email)}</p>
        ${!access.verified && html`<p class="soft">${text.unverified}</p>`}
        ${
          access.mails &&
          !access.verified &&
          html`<form method="post" action="/account/email/verify">
            ${hidden("csrf", csrf)} ${button(text.verify, { look: "plain" })}
          </form>`
        }
        ${access.mails && html`<p><a class="action" href="/account/email">${text.changeEmail}</a></p>`}
      </dd>
    </div>
    <div class="entry">
      <dt>${text.password}</dt>
      <dd><a class="action" href="/account/password">${text.changePassword}</a></dd>
    </div>
    ${
      access.offersFactors &&
      html`<div class="entry">
        <dt>${security.entry}</dt>
        <dd><a class="action" href="/account/security">${security.entryLink}</a></dd>
      </div>`
    }
    ${
      access.providers &&
      html`<div class="entry">
        <dt>${providers.entry}</dt>
        <dd><a class="action" href="/account/sign-in">${providers.link}</a></dd>
      </div>`
    }`;
};
