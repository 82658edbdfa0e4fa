import { html, raw } from "hono/html";
import type * as z from "zod";
import type { AgreementView } from "#domain/sales/billing/agreement-view.ts";
import type { findMySwitch } from "#domain/sales/billing/own-agreements.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import { radio } from "../admin/forms/form-fields.ts";
import { timestamp } from "../parts/dates.ts";
import { button, hidden, problem } from "../parts/fields.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { pricing } from "./formats.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";

export type MySwitch = z.output<typeof findMySwitch.output>;
type Option = MySwitch["options"][number];

export const addressOf = ({ id }: Pick<AgreementView, "id">): string =>
  `/orders/subscriptions/${formatId("billingAgreement", id)}`;

const priceOf = ({ locale }: PublicContext, { amount, currency, ...rhythm }: Option): string =>
  pricing(locale, { price: { amount, currency }, ...rhythm });

const nameOf = ({ planName, label }: Option): string => (label === null ? planName : `${planName} · ${label}`);

/** The change of the plan on the page of a membership: what was chosen, or the way to choose. */
export const switchSection = (
  page: PublicContext,
  agreement: AgreementView,
  { options, chosen, at }: MySwitch,
): Markup => {
  const { change: text } = textFor(page.locale).public.checkout.subscriptions;
  const address = `${addressOf(agreement)}/switch`;
  if (chosen === null) {
    if (options.length === 0) return raw("");
    return html`<section>
      <h2>${text.title}</h2>
      <p><a class="button secondary" href="${address}">${text.open}</a></p>
    </section>`;
  }
  const what = { plan: foreign(nameOf(chosen)), price: priceOf(page, chosen) };
  if (at === null) return html`<section><p>${fill(text.pending, what)}</p></section>`;
  return html`<section>
    <p>${fill(text.planned, { ...what, time: timestamp(page, at) })}</p>
    <form method="post" action="${address}">
      ${hidden("csrf", page.csrf ?? "")} ${hidden("pricing", "")} ${button(text.keep, { look: "secondary" })}
    </form>
  </section>`;
};

/** Why a change was refused. */
export type SwitchRefusal = "changed" | "soldOut" | "owned" | "gone";

interface SwitchPage {
  agreement: AgreementView;
  switching: MySwitch;
  wanted?: string | undefined;
  refusal?: SwitchRefusal | undefined;
}

/** Name of the field with the terms that the page shows for a price. */
export const termsField = (pricing: string): string => `terms-${pricing}`;

/**
 * GET /orders/subscriptions/{id}/switch: the plans to change to, and when it takes effect. Posts `pricing`, and the terms
 * of each price.
 */
export const switchPage = (page: PublicContext, { agreement, switching, wanted, refusal }: SwitchPage): string => {
  const { change: text } = textFor(page.locale).public.checkout.subscriptions;
  const { options, at } = switching;
  const encoded = options.map((option) => formatId("membershipPricing", option.id));
  const first = Math.max(0, encoded.indexOf(wanted ?? ""));
  return publicLayout(page, {
    title: text.title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <p><a href="${addressOf(agreement)}">${foreign(agreement.name)}</a></p>
        <h1>${text.title}</h1>
        <p class="lead">${at === null ? text.now : fill(text.later, { time: timestamp(page, at) })}</p>
      </header>
      <div class="main narrow">
        ${refusal !== undefined && problem("problem", text.refused[refusal])}
        ${
          options.length === 0
            ? html`<p>${text.none}</p>`
            : html`<form method="post" action="${addressOf(agreement)}/switch" class="stack">
                ${hidden("csrf", page.csrf ?? "")}
                ${options.map(({ terms }, index) => hidden(termsField(encoded[index] ?? ""), terms))}
                <fieldset>
                  <legend>${text.choose}</legend>
                  ${options.map((option, index) => {
                    const value = encoded[index] ?? "";
                    const [label, hint] = [nameOf(option), priceOf(page, option)];
                    return radio({ name: "pricing", value, label, hint, checked: index === first });
                  })}
                </fieldset>
                <div>${button(text.act, { look: "primary" })}</div>
              </form>`
        }
      </div>
    </div>`,
  });
};
