import { defineResource } from "#domain/platform/resource.ts";

/** Messages that staff write to members. */
export const messages = defineResource({
  ids: { message: "msg" },
  tags: { messages: "Messages to members, by email and in their inbox." },
  scopes: { read: "members:read", write: "members:write" },
  tables: [
    {
      table: "messages",
      holds: "Messages of the school to one person or many",
      kind: "message",
      owner: { column: "member_id" },
      actors: "author_id",
      personal: "subject body_markdown body_html",
      impersonal:
        "site_id id audience status scheduled_at started_at finished_at position recipient_count emailed_count inbox_count unsubscribed_count unreachable_count version created_at updated_at deleted_at",
      fixed: "status",
      exportedAs: "messages",
      merging: { how: "move" },
      erasure: {
        how: "delete",
        why: "Messages to the person alone are deleted. Messages that they wrote lose the author.",
      },
    },
    {
      table: "message_recipients",
      holds: "Recipients of messages of the school",
      owner: { column: "member_id" },
      impersonal: "site_id message_id email in_inbox created_at",
      fixed: "email",
      exportedAs: "received-messages",
      merging: { how: "once", columns: "message_id", keeps: "survivor" },
      erasure: { how: "delete", why: "They only show what the person received. The counts of the message stay." },
    },
  ],
  audit: {
    names: { message: { en: "Message", "zh-TW": "訊息" } },
    actions: {
      cancelMessage: { en: "A message was canceled", "zh-TW": "取消訊息" },
      createMessage: { en: "A message was sent or scheduled", "zh-TW": "傳送或排程訊息" },
      sendMessage: { en: "A message reached all of its recipients", "zh-TW": "訊息已傳送給所有收件人" },
      sendTestMessage: { en: "A test of a message was sent", "zh-TW": "傳送測試訊息" },
    },
  },
});
