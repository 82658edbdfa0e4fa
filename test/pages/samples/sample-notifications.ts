import { renderNotification } from "#domain/messages/notifications/render-notification.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { accountNotifications, type Notifications } from "#pages/views/account/account-notifications.ts";
import { accountNotificationSettings } from "#pages/views/account/account-notification-settings.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { unsubscribe } from "#pages/views/account/unsubscribe.ts";
import type { Names } from "./sample-views.ts";
import { isOnByDefault, isRequired, topics } from "../../../src/domain/messages/notifications/notification.ts";

const at = (month: number, date: number, hour: number) => new Date(Date.UTC(2026, month - 1, date, hour, 5));

/** The pages of notifications, their settings and unsubscribe. */
export const sampleNotifications = (
  signedIn: PageContext & { member: Person },
  visitor: PageContext,
  names: Names,
): [string, string][] => [
  ["notifications", accountNotifications(signedIn, inbox(names, visitor.locale))],
  ["notifications-none", accountNotifications(signedIn, { ...noNotifications, marked: "all" })],
  ["notification-settings", accountNotificationSettings(signedIn, { ...choices(true), noMail: "unverified" })],
  ["notification-settings-saved", accountNotificationSettings(signedIn, { ...choices(false), saved: true })],
  [
    "unsubscribe",
    unsubscribe(visitor, { state: "asked", topic: "event_reminder", link: "mbr_x.event_reminder.y", csrf: "c5rf" }),
  ],
  ["unsubscribe-done", unsubscribe(visitor, { state: "done", topic: "event_reminder" })],
  ["unsubscribe-ended", unsubscribe(visitor, { state: "ended" })],
];

const noNotifications: Notifications = {
  csrf: "c5rf",
  notifications: [],
  anyUnread: false,
  readUntil: at(11, 20, 20),
  pages: {},
};

function inbox(names: Names, locale: Locale): Notifications {
  const allowed = { template: "application_allowed", data: { application: names.client } } as const;
  const soon = {
    template: "event_reminder",
    data: { event: names.path, startsAt: "2026-11-20 19:30 (Asia/Taipei)" },
  } as const;
  const id = "ntf_01k9g2c8p4e6t0v3x5y7z9b1d3";
  const href = "https://learn.harbour.example/account";
  return {
    ...noNotifications,
    anyUnread: true,
    notifications: [
      { ...renderNotification({ content: allowed }, locale), id, href, unread: true, at: at(11, 19, 8) },
      { ...renderNotification({ content: soon }, locale), id, href, unread: true, at: at(11, 19, 7) },
      { id, title: names.path, body: names.client, href: null, unread: false, at: at(3, 1, 9) },
    ],
    pages: { first: "/account/notifications", next: "/account/notifications?after=x" },
    after: "x",
  };
}

const choices = (mails: boolean): Parameters<typeof accountNotificationSettings>[1] => ({
  csrf: "c5rf",
  choices: topics.flatMap((topic) =>
    (mails ? (["inbox", "email"] as const) : (["inbox"] as const)).map((channel) => ({
      topic,
      channel,
      enabled: isOnByDefault(topic, channel),
      required: isRequired(topic),
    })),
  ),
  saved: false,
  device: mails ? { isOn: false, senderKey: "k" } : null,
});
