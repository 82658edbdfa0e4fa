import { defineResource } from "#domain/platform/resource.ts";

/** Merges of two members of one person. */
export const memberMerges = defineResource({
  ids: { memberMerge: "mmg" },
  tags: { member_merges: "Merges of two members who are one person, which the person confirms at both addresses." },
  scopes: { read: "members:read", write: "members:write" },
  tables: [
    {
      table: "member_merges",
      holds: "Merges of members, with the former ID, name and addresses of the merged one",
      kind: "memberMerge",
      owner: { column: "into_member_id" },
      actors: "requested_by",
      personal: "from_member_id from_emails from_name from_phone",
      shared: "from_account_id",
      impersonal:
        "site_id id status records confirmed_from_at confirmed_into_at expires_at completed_at canceled_at version created_at updated_at deleted_at",
      fixed: "status records",
      exportedAs: "member_merges",
      // A later merge of the surviving member takes the traces of earlier ones along.
      merging: { how: "move" },
      erasure: {
        how: "own",
        why: "Until the last step of an erasure, they name the traces of members who were merged into the person. Then they are deleted, and merges that the person requested lose the requester.",
      },
    },
  ],
  audit: {
    names: { member_merge: { en: "Merge of members", "zh-TW": "合併成員" } },
    actions: {
      confirmPurchase: { en: "A buyer confirmed their address", "zh-TW": "買家確認地址" },
      claimPurchase: { en: "A buyer received their purchases by signing in", "zh-TW": "買家登入後取得購買的項目" },
      mergeMember: { en: "A merge of two members was requested", "zh-TW": "要求合併兩位成員" },
      requestOwnMerge: {
        en: "A member named another address of theirs for a merge",
        "zh-TW": "成員提出要合併自己的另一個地址",
      },
      mergeOwnMembers: {
        en: "A member asked to merge another account of theirs",
        "zh-TW": "成員要求合併自己的另一個帳號",
      },
      confirmMemberMerge: { en: "A merge of two members was confirmed", "zh-TW": "確認合併兩位成員" },
      declineMemberMerge: { en: "A merge of two members was declined", "zh-TW": "拒絕合併兩位成員" },
      cancelMemberMerge: { en: "A merge of two members was canceled", "zh-TW": "取消合併兩位成員" },
      completeMemberMerge: { en: "Two members were merged", "zh-TW": "合併兩位成員" },
    },
  },
});
