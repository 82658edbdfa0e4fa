import { defineResource } from "#domain/platform/resource.ts";

export const notifications = defineResource({
  ids: { notification: "ntf" },
  scopes: { read: "account:read", write: "account:write" },
  tables: [
    {
      table: "notices",
      holds: "Announcements of the school to many recipients",
      impersonal: "site_id id cause topic audience template data title body link until position created_at finished_at",
      erasure: { how: "keep", why: "Announcements address no individual and are deleted after 90 days." },
    },
    {
      table: "notification_subscriptions",
      holds: "Notification preferences",
      owner: { column: "member_id" },
      personal: "topic channel enabled",
      impersonal: "site_id updated_at",
      exportedAs: "notification-settings",
      merging: { how: "once", columns: "topic channel", keeps: "survivor" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
    {
      table: "notifications",
      holds: "Notifications and whether they were read",
      kind: "notification",
      owner: { column: "member_id" },
      personal: "topic template data title body link cause read_at in_inbox",
      impersonal: "site_id id created_at",
      exportedAs: "notifications",
      merging: { how: "once", columns: "cause", keeps: "survivor" },
      erasure: {
        how: "own",
        why: "The person's notifications are deleted, and those that tell others about the person's comments.",
      },
    },
  ],
  audit: {
    names: {},
    actions: { sendMemberNotification: { en: "A notification was sent to a member", "zh-TW": "傳送通知給成員" } },
  },
});
