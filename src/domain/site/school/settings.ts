import * as z from "zod";
import { typedKeys } from "#lib/json/typed-object.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const whole = (min: number, max: number) => z.number().int().min(min).max(max);

/** Description of settings that only client applications read. */
const forClients = "For client applications. The server and its pages do not apply it.";

/** Retention periods in days. Older data is deleted within the hour. */
export const retentionSettings = {
  auditRetentionDays: whole(30, 3650).default(730).meta({ description: "Retention of audit log entries in days" }),
  webhookEventRetentionDays: whole(7, 90)
    .default(30)
    .meta({ description: "Retention of webhook events and deliveries in days" }),
  notificationRetentionDays: whole(30, 3650)
    .default(365)
    .meta({ description: "Retention of member notifications in days, read or unread" }),
  progressReportRetentionDays: whole(7, 365).default(30).meta({
    description: "Retention in days of the IDs that deduplicate progress reports. The progress itself is kept.",
  }),
  formSubmissionRetentionDays: whole(30, 3650)
    .nullable()
    .default(null)
    .meta({ description: "Retention of form submissions in days. Null: until they are deleted." }),
};

/**
 * Settings for the school's own pages and client applications, by group. None of these affects access, token lifetimes
 * or rate limits; those are site settings, out of reach of every token.
 */
export const schoolSettings = {
  general: z
    .object({
      weekStartsOn: z.enum(["monday", "saturday", "sunday"]).default("monday").meta({ description: forClients }),
      hourFormat: z.enum(["12", "24"]).default("24").meta({ description: forClients }),
      showEnrollmentCounts: z.boolean().default(true).meta({ description: forClients }),
      showRatings: z.boolean().default(true),
    })
    .meta({ id: "GeneralSettings" }),
  player: z
    .object({
      autoplayNext: z.boolean().default(true),
      showCaptions: z.boolean().default(false),
      defaultSpeed: z.number().min(0.5).max(2).default(1),
      allowSpeedChange: z.boolean().default(true),
      resumeWhereLeft: z.boolean().default(true),
    })
    .meta({ id: "PlayerSettings", description: forClients }),
  notifications: z
    .object({
      courseUpdates: z.boolean().default(true),
      newPosts: z.boolean().default(false),
      commentReplies: z.boolean().default(true),
      eventReminders: z.boolean().default(true),
      studyReminderDays: whole(2, 60)
        .nullable()
        .default(7)
        .meta({ description: "Days without learning after which students are invited to continue. Null: never." }),
      weeklySummary: z
        .boolean()
        .default(true)
        .meta({ description: "Sends students a summary of their week, on Mondays, if they have learned" }),
      quietFrom: whole(0, 23)
        .default(21)
        .meta({ description: "Hour of the school's time zone from which reminders to learn wait" }),
      quietUntil: whole(0, 23)
        .default(8)
        .meta({ description: "Hour until which reminders to learn wait. Equal to `quiet_from`: they never wait." }),
      expiryReminderDays: z.array(whole(1, 90)).max(5).default([7, 1]),
    })
    .meta({ id: "NotificationSettings" }),
  reviews: z
    .object({
      accept: z.boolean().default(true).meta({ description: "Allows students to review the courses they took" }),
      // Ratings count in any case: only texts can harm someone.
      moderation: z.enum(["none", "texts", "all"]).default("texts").meta({
        description:
          "Which reviews are moderated before publication: none, those with a title or text, or all. Ratings count immediately in any case. A review that was hidden is always moderated again.",
      }),
    })
    .meta({ id: "ReviewSettings" }),
  privacy: z
    .object({
      namesInComments: z.enum(["full", "first", "initials"]).default("full"),
      // Reviews are public and indexed by search engines.
      namesInReviews: z.enum(["full", "first", "initials", "none"]).default("first"),
      showStudentsToEachOther: z.boolean().default(false).meta({ description: forClients }),
      cookieNotice: z.boolean().default(false).meta({ description: forClients }),
      analyticsRetentionDays: whole(1, 3650).default(395).meta({ description: forClients }),
      ...retentionSettings,
    })
    .meta({ id: "PrivacySettings" }),
  checkout: z
    .object({
      askForPhone: z.boolean().default(false),
      askForAddress: z.boolean().default(false),
      askForTaxId: z.boolean().default(false),
      requireTerms: z.boolean().default(false),
      pricesIncludeTax: z.boolean().default(true),
      unpaidOrderHours: whole(1, 720).default(72),
    })
    .meta({ id: "CheckoutSettings", description: forClients }),
  seo: z
    .object({
      indexSite: z.boolean().default(true),
      titleSuffix: trimmed().max(100).nullable().default(null),
      includeInSitemap: z
        .array(z.enum(["courses", "posts", "pages", "events", "lecturers"]))
        .default(["courses", "posts", "pages", "events", "lecturers"]),
    })
    .meta({ id: "SeoSettings" }),
  limits: z
    .object({
      openBookingsPerMember: whole(1, 1000).nullable().default(null).meta({
        description: "Upcoming consulting bookings that one person can hold. Null: unlimited.",
      }),
      downloadsPerGrant: whole(1, 10_000).nullable().default(null).meta({ description: forClients }),
    })
    .meta({ id: "LimitSettings" }),
};

type Groups = typeof schoolSettings;
export type SettingsGroup = keyof Groups;

export const settingsGroups = typedKeys(schoolSettings);

export const isSettingsGroup = (name: string): name is SettingsGroup => Object.hasOwn(schoolSettings, name);

export type SchoolSettings = { [Group in SettingsGroup]: z.output<Groups[Group]> };

/** Fills in defaults. */
export const settingsFrom = (stored: Record<string, unknown>): SchoolSettings =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each group is parsed with its own schema.
  Object.fromEntries(
    settingsGroups.map((group) => [group, schoolSettings[group].parse(stored[group] ?? {})]),
  ) as SchoolSettings;
