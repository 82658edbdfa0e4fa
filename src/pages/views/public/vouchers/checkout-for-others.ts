import { html, raw } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { button, field, hidden } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { PublicContext } from "../public-context.ts";

/** Choices of a buyer about the persons who get the item. */
export interface OthersChoice {
  kind: "gift" | "seats";
  seats: number;
  /** The ID of the voucher to which seats are added. */
  more?: string | undefined;
  name: string;
  email: string;
  message: string;
  date: string;
}

interface Shown {
  item: string;
  path: string;
  offers: { gift: boolean; seats: boolean };
  others: OthersChoice | undefined;
  problem: string | undefined;
}

const defaultSeats = 10;
const maxSeats = 200;

/** The part of the address of the checkout that keeps for whom it is. */
export const othersQuery = (others: OthersChoice | undefined): string => {
  if (!others) return "";
  const more = others.more === undefined ? "" : `&more=${encodeURIComponent(others.more)}`;
  return others.kind === "gift" ? "&for=gift" : `&for=seats&seats=${others.seats}${more}`;
};

/** The same as fields of a form. */
export const othersHidden = (others: OthersChoice | undefined): Markup =>
  html`${[...new URLSearchParams(othersQuery(others))].map(([name, value]) => hidden(name, value))}`;

/** Ways to buy the item for others, or for oneself again. */
export const waysForOthers = ({ locale }: PublicContext, { item, offers, others }: Shown): Markup => {
  const { checkout: text } = textFor(locale).vouchers;
  const ways: [boolean, string, string][] = [
    [others !== undefined && others.more === undefined, "", text.self],
    [offers.gift && others === undefined, "&for=gift", text.gift],
    [offers.seats && others === undefined, `&for=seats&seats=${defaultSeats}`, text.seats],
  ];
  if (!ways.some(([isShown]) => isShown)) return raw("");
  return html`<p class="actions ways">
    ${ways.map(([isShown, query, label]) => (isShown ? html`<a href="/checkout?item=${item}${query}">${label}</a>` : ""))}
  </p>`;
};

/** Chooses the number of seats, which decides the price. */
export const seatCount = ({ locale }: PublicContext, { item, others }: Shown): Markup => {
  const { checkout: text } = textFor(locale).vouchers;
  if (others?.kind !== "seats") return raw("");
  return html`<form method="get" action="/checkout" class="code-form">
    ${hidden("item", item)} ${hidden("for", "seats")} ${others.more !== undefined && hidden("more", others.more)}
    <div class="field">
      <label for="seats">${fillPlain(text.count, { max: String(maxSeats) })}</label>
      <input
        id="seats"
        name="seats"
        type="number"
        inputmode="numeric"
        min="1"
        max="${maxSeats}"
        required
        value="${others.seats}"
      />
    </div>
    ${button(text.update, { look: "secondary" })}
  </form>`;
};

/** Fields about those who get the item, in the form that places the order. */
export const othersFields = ({ locale }: PublicContext, { path, others, problem }: Shown): Markup => {
  const { checkout: text } = textFor(locale).vouchers;
  if (!others) return raw("");
  if (others.kind === "seats") {
    return html`${hidden("for", "seats")} ${hidden("seats", String(others.seats))}
      ${others.more !== undefined && hidden("more", others.more)}
      <p class="hint">${others.more === undefined ? text.seatsHint : text.more}</p>`;
  }
  const describedBy = problem === "recipient" ? "problem" : undefined;
  const invalid = problem === "recipient";
  const common = { autocomplete: "off", invalid, describedBy };
  return html`<fieldset>
    <legend>${text.giftTitle}</legend>
    ${hidden("for", "gift")}
    <p class="hint">${text.giftHint}</p>
    ${path.startsWith("/membership-plans/") && html`<p class="hint">${text.firstPeriod}</p>`}
    ${field({ name: "recipient", type: "text", label: text.name, value: others.name, ...common })}
    ${field({ name: "recipient_email", type: "email", label: text.email, value: others.email, ...common })}
    <div class="field">
      <label for="message">${text.message}</label>
      <textarea id="message" name="message" rows="4" maxlength="500" aria-describedby="message-hint">
${others.message}</textarea>
      <p id="message-hint" class="hint">${text.messageHint}</p>
    </div>
    <div class="field">
      <label for="date">${text.date}</label>
      <input
        id="date"
        name="date"
        type="date"
        value="${others.date}"
        aria-describedby="${problem === "date" ? "problem date-hint" : "date-hint"}"
        ${problem === "date" && raw('aria-invalid="true"')}
      />
      <p id="date-hint" class="hint">${text.dateHint}</p>
    </div>
  </fieldset>`;
};
