import type { enAdminEnrollment } from "../en/admin-enrollment.ts";

export const zhTWAdminEnrollment: typeof enAdminEnrollment = {
  section: { name: "加入課程", about: "成員加入免費課程的方式，以及他們的申請。" },
  policy: "成員加入免費課程的方式",
  policies: {
    open: { name: "開放", hint: "所有成員都能立即加入。" },
    approval: { name: "需要核准", hint: "成員提出申請，由你核准或婉拒。" },
    invitation: { name: "僅限邀請", hint: "只有工作人員能在「人員」的「選課」中加入成員，課程頁面會說明這一點。" },
    closed: { name: "關閉", hint: "不開放加入。工作人員仍可在「人員」的「選課」中加入成員。" },
  },
  events: "免費活動、數位商品與會員方案開放所有成員取得。",
  requests: "申請",
  pending: "加入課程的申請",
  none: "沒有待處理的申請。",
  of: "{member}申請加入「{course}」",
  unnamed: "已離開的成員",
  at: "{time}提出申請",
  approve: "核准",
  decline: "婉拒",
  spoken: "{act}：{member}的「{course}」申請",
  notice: {
    saved: "已儲存你的變更。",
    approved: "已將成員加入課程。",
    declined: "已婉拒申請。",
    decided: "這項申請已經處理過了。",
    sold_out: "課程名額已滿，請先提高方案的名額上限。",
  },
};
