import { initial } from "#lib/look/site-icon.ts";
import { html, raw } from "hono/html";
import { hasSwitches, switchesId } from "../frame/switches.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, foreign, type Markup } from "../parts/markup.ts";
import type { PageContext, Person } from "../parts/page-context.ts";
import type { PublicContext } from "./public-context.ts";

/** The end of the header: the search, and the notifications and menu of the person or the way to sign in. */
export const wayIn = (page: PublicContext): Markup => {
  const { public: text, learn } = textFor(page.locale);
  return html`<div class="way-in">
    ${page.edit !== undefined && html`<a class="edit icon" href="${page.edit}" aria-label="${text.edit}" title="${text.edit}">${pencil}</a>`}
    ${page.member && html`<a class="to-learn" href="/learn">${learn.title}</a>`}
    <a class="icon" href="/search" aria-label="${text.search.title}">${glass}</a>
    ${page.member ? ofPerson(page, page.member) : html`<a href="/sign-in">${text.signIn}</a>`}
  </div>`;
};

/** While staff see the school as the person, pages of the account are not shown. */
const ofPerson = (page: PublicContext, person: Person): Markup =>
  page.viewing ? raw("") : html`${!person.isGuest && bell(page, person)} ${menu(page, person)}`;

const bell = ({ locale }: PageContext, { unread = 0 }: Person): Markup => {
  const { notifications: text } = textFor(locale);
  const count = unread > maxShown ? `${maxShown}+` : String(unread);
  const label = unread === 0 ? text.title : fillPlain(text.unreadCount, { count });
  return html`<a class="icon" href="/account/notifications" aria-label="${label}">
    ${bellDrawing} ${unread !== 0 && html`<span class="count" aria-hidden="true">${count}</span>`}
  </a>`;
};

const maxShown = 99;

const menu = (page: PublicContext, person: Person): Markup => {
  const { locale, path, edit } = page;
  const { public: text, learn, notifications, frame, admin } = textFor(locale);
  const name = person.name ?? person.email;
  const ownPages: [label: string, href: string][] = person.isGuest
    ? [[text.signIn, "/sign-in"]]
    : [
        [notifications.title, "/account/notifications"],
        [text.account, "/account"],
      ];
  const entries: [label: string, href: string][] = [
    [learn.title, "/learn"],
    [text.checkout.orders.title, "/orders"],
    ...ownPages,
    ...(hasSwitches(page) ? [[frame.preferences, `#${switchesId}`] satisfies [string, string]] : []),
    ...(person.isStaff ? [[admin.navigation, "/admin"] satisfies [string, string]] : []),
    ...(edit === undefined ? [] : [[text.edit, edit] satisfies [string, string]]),
    [frame.signOut, "/sign-out"],
  ];
  return html`<details class="me" name="header">
    <summary aria-label="${text.account}">
      <span class="avatar" aria-hidden="true">${initial(person.isGuest ? "" : name)}</span>
    </summary>
    <div>
      <p>${foreign(name)}</p>
      <ul>
        ${entries.map(([label, href]) => html`<li><a href="${href}" ${href === path ? raw(' aria-current="page"') : ""}>${label}</a></li>`)}
      </ul>
    </div>
  </details>`;
};

const drawing = (shape: string): Markup =>
  raw(`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" class="drawing">${shape}</svg>`);

const glass = drawing('<circle cx="10.5" cy="10.5" r="6.5" /><path d="m15.5 15.5 5 5" />');
const pencil = drawing('<path d="M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19zM14.5 6.5l3 3" />');
const bellDrawing = drawing('<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21.5h4" />');
