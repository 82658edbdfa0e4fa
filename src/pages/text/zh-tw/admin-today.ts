import type { enAdminToday } from "../en/admin-today.ts";

/** The same in Traditional Chinese. */
export const zhTWAdminToday: typeof enAdminToday = {
  title: "今天",
  waiting: "等待你處理",
  nothingWaits: "目前沒有待處理的事項。",
  kinds: {
    submissions: "待批改的作業",
    requests: "待處理的報名申請",
    comments: "待審核的留言",
    questions: "尚未回答的問題",
    reviews: "待發布的評價",
    transfers: "待確認的銀行轉帳",
    orders: "需要處理的訂單與爭議款項",
    payments: "最近 7 天付款失敗",
    webhooks: "傳送失敗的網路掛鉤",
    drafts: "草稿課程",
  },
  coming: "未來 14 天",
  nothingComes: "沒有活動或諮詢時段。",
  dates: { event: "活動", session: "諮詢時段" },
  lately: "最近 7 天",
  figures: "所有指標",
  setup: "設定你的學校",
  steps: {
    look: "加上校名與標誌",
    course: "發布一門課程",
    payments: "開始收款",
    sender: "驗證回覆地址",
    people: "邀請第一位成員",
  },
  done: "已完成",
  open: "待完成",
};
