import { defineResource } from "#domain/platform/resource.ts";

/** Pending invitations of members. */
export const invitations = defineResource({
  ids: { invitation: "inv" },
  tags: { invitations: "Pending invitations of members." },
  scopes: { read: "members:read", write: "members:write" },
  tables: [
    {
      table: "invitations",
      holds: "Invitations: inviter, recipient address and message",
      kind: "invitation",
      owner: { column: "member_id" },
      actors: "invited_by",
      personal: "email message external_id metadata",
      impersonal:
        "site_id id roles status sent_at expires_at accepted_at revoked_at version created_at updated_at deleted_at",
      exportedAs: "invitations",
      merging: { how: "own" },
      erasure: {
        how: "delete",
        why: "The person's invitation is deleted. Invitations that they sent lose the sender.",
      },
    },
  ],
  audit: {
    names: { invitation: { en: "Invitation", "zh-TW": "邀請" } },
    actions: {
      acceptInvitation: { en: "An invitation was accepted", "zh-TW": "接受邀請" },
      resendInvitation: { en: "An invitation was resent", "zh-TW": "重新寄送邀請" },
      revokeInvitation: { en: "An invitation was revoked", "zh-TW": "撤回邀請" },
    },
  },
});
