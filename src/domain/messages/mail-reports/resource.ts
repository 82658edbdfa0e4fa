import { defineResource } from "#domain/platform/resource.ts";

/** Addresses to which no email is sent, because it bounced or the recipient complained. */
export const suppressedAddresses = defineResource({
  ids: { suppressedAddress: "spr" },
  tags: {
    suppressed_addresses: "Addresses to which no email is sent, because it bounced or the recipient complained.",
  },
  scopes: { read: "members:read", write: "members:write" },
  tables: [
    {
      table: "suppressed_addresses",
      holds: "Addresses that bounced or complained",
      kind: "suppressedAddress",
      personal: "email email_key diagnostic",
      impersonal: "site_id id reason status_code version created_at updated_at deleted_at",
      fixed: "status_code",
      erasure: { how: "own", why: "Rows with an address of the person are deleted." },
    },
  ],
  audit: {
    names: { suppressed_address: { en: "Suppressed address", "zh-TW": "停止寄送的地址" } },
    actions: {
      suppressAddress: { en: "Email to an address was stopped", "zh-TW": "停止寄送郵件到某個地址" },
      liftSuppression: { en: "Email to an address was allowed again", "zh-TW": "恢復寄送郵件到某個地址" },
    },
  },
});
