import { defineResource } from "#domain/platform/resource.ts";

/** Gifts, and seats of a course for a group. */
export const vouchers = defineResource({
  ids: { voucher: "vch", voucherSeat: "vst" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "voucher_seats",
      holds: "Seats and gifts that the person took",
      kind: "voucherSeat",
      owner: { column: "member_id" },
      impersonal:
        "site_id id voucher_id line_id product_id container_id access_id taken_at ended_at ended_for created_at",
      fixed: "ended_for",
      exportedAs: "taken-seats",
      merging: { how: "move" },
      erasure: { how: "pseudonymize", why: "The buyer has paid for them. They stay with the pseudonymous order." },
    },
    {
      table: "vouchers",
      holds: "Gifts and seats that the person bought for others",
      kind: "voucher",
      owner: { column: "member_id" },
      personal: "recipient_name recipient_email recipient_email_key message",
      secret: "link_digest",
      impersonal:
        "site_id id kind product_type product_id link_number locale deliver_at mail_at mailed_at expires_at created_at",
      fixed: "kind product_type locale",
      exportedAs: "vouchers",
      merging: { how: "move" },
      erasure: {
        how: "own",
        why: "What was bought for others belongs to them. Message and recipient are deleted for the buyer and for the recipient.",
      },
    },
  ],
  audit: {
    names: {
      voucher: { en: "Gift or seats", "zh-TW": "禮物或團體名額" },
      voucher_seat: { en: "Seat of a group", "zh-TW": "團體名額" },
    },
    actions: {
      redeemVoucher: { en: "A member redeemed a gift or took a seat", "zh-TW": "成員兌換禮物或名額" },
      redeemAsGuest: { en: "A visitor redeemed a gift or took a seat", "zh-TW": "訪客兌換禮物或名額" },
      sendGift: { en: "A gift was sent again", "zh-TW": "重新寄送禮物" },
      renewVoucherLink: { en: "The link of a gift or of seats was replaced", "zh-TW": "更換禮物或名額的連結" },
      endVoucherLink: { en: "The link of seats was ended", "zh-TW": "停用名額的連結" },
      freeSeat: { en: "A seat was taken back", "zh-TW": "收回名額" },
    },
  },
});
