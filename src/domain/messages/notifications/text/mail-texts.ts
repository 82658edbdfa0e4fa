import type { Locale } from "#domain/platform/site/locales.ts";

/** Frame of a notification email. */
interface MailTexts {
  /** Label of the button. */
  open: string;
  why: string;
  stop: string;
  choose: string;
}

export const mailTexts: Record<Locale, MailTexts> = {
  en: {
    open: "View details",
    why: "You receive this email because you have an account at this school.",
    stop: "Unsubscribe from these emails",
    choose: "Notification settings",
  },
  "zh-TW": {
    open: "前往查看",
    why: "你收到這封信，是因為你在這所學校有帳號。",
    stop: "不再接收這類信件",
    choose: "選擇要接收的通知",
  },
};
