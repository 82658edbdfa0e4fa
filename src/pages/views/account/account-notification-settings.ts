import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { button, hidden, notice } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { offlineModule } from "../learn/kept/island.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";

type Text = Catalogue["notifications"]["settings"];

type Choice = {
  topic: keyof Text["topics"];
  channel: keyof Text["channels"];
  enabled: boolean;
  /** Always on: cannot be changed. */
  required: boolean;
};

export type NotificationSettings = {
  csrf: string;
  /** Per topic, in the order of the channels. */
  choices: readonly Choice[];
  /** Reason why no notification emails are sent. */
  noMail?: "unverified" | "noMail" | undefined;
  saved: boolean;
  /** Notifications on this browser. Null if the server sends none. */
  device: { isOn: boolean; senderKey: string } | null;
};

/** Notification settings. Posts `{topic}.{channel}` for each selected checkbox. */
export const accountNotificationSettings = (
  page: PageContext & { member: Person },
  view: NotificationSettings,
): string => {
  const { notifications } = textFor(page.locale);
  const text = notifications.settings;
  const channels = [...new Set(view.choices.map(({ channel }) => channel))];
  const byTopic = [...Map.groupBy(view.choices, ({ topic }) => topic)];
  return layout(page, {
    title: text.title,
    content: html`${view.saved && notice(text.saved)}
      <p class="back"><a href="/account/notifications">${notifications.title}</a></p>
      <h1>${text.title}</h1>
      <p class="lead">${fill(text.lead, { site: foreign(page.site.name) })}</p>
      ${view.noMail && html`<p class="prose">${text[view.noMail]}</p>`}
      <form method="post" action="/account/notifications/settings">
        ${hidden("csrf", view.csrf)}
        <table class="choices">
          <thead>
            <tr>
              <th scope="col" id="topic">${text.topic}</th>
              ${channels.map((channel) => html`<th scope="col" id="${channel}">${text.channels[channel]}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${byTopic.map(([topic, choices]) => row(page.locale, topic, choices))}
          </tbody>
        </table>
        <div class="actions">${button(text.save, { look: "primary" })}</div>
      </form>
      ${view.device && deviceSwitch(page.locale, view.csrf, view.device)}`,
  });
};

/** Shown by its script. */
const deviceSwitch = (
  locale: Locale,
  csrf: string,
  { isOn, senderKey }: NonNullable<NotificationSettings["device"]>,
) => {
  const { device: text } = textFor(locale).notifications.settings;
  return html`<l-device
      data-address="/account/notifications/device"
      data-csrf="${csrf}"
      data-key="${senderKey}"
      data-said-on="${text.saidOn}"
      data-said-off="${text.saidOff}"
      data-said-denied="${text.denied}"
      data-said-failed="${text.failed}"
      ${isOn && raw("data-on")}
      hidden
    >
      <h2>${text.title}</h2>
      <p class="prose soft">${text.about}</p>
      <p class="prose" role="status"></p>
      <p class="after">
        <button type="button" class="button secondary" data-act="on">${text.turnOn}</button>
        <button type="button" class="button secondary" data-act="off" hidden>${text.turnOff}</button>
      </p>
    </l-device>
    ${offlineModule()}`;
};

const row = (locale: Locale, topic: Choice["topic"], choices: readonly Choice[]): Markup => {
  const { topics } = textFor(locale).notifications.settings;
  return html`<tr>
    <th scope="row">
      <span id="${topic}">${topics[topic].name}</span>
      <span id="${topic}-about" class="hint">${topics[topic].about}</span>
    </th>
    ${choices.map((choice) => html`<td>${box(locale, choice)}</td>`)}
  </tr>`;
};

const box = (locale: Locale, { topic, channel, enabled, required }: Choice): Markup => {
  const { always, channels } = textFor(locale).notifications.settings;
  // The head of the table is out of sight on phones.
  return required
    ? html`<span class="always"><span class="channel" aria-hidden="true">${channels[channel]}: </span>${always}</span>`
    : html`<label
        ><input
          type="checkbox"
          name="${topic}.${channel}"
          aria-labelledby="${topic} ${channel}"
          aria-describedby="${topic}-about"
          ${enabled ? raw("checked") : ""}
        /><span class="channel" aria-hidden="true">${channels[channel]}</span></label
      >`;
};
