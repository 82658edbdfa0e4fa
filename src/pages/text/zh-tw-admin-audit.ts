import type { enAdminAudit } from "./en-admin-audit.ts";
import { zhTWAuditActions, zhTWAuditThings } from "./zh-tw-audit-words.ts";

/** Security, audit log, in Traditional Chinese. */
export const zhTWAdminAudit: typeof enAdminAudit = {
  intro: "這裡記錄與{site}安全相關的事件，最新的在前，內容無法更改。",
  none: "沒有符合條件的紀錄。",
  narrow: "篩選紀錄",
  filters: {
    action: "事件",
    anyAction: "所有事件",
    member: "人員",
    memberHint: "電子郵件地址或成員代碼",
    application: "應用程式",
    applicationHint: "應用程式的用戶端代碼",
    from: "起始日期",
    to: "結束日期",
    dayHint: "每日以世界協調時間的午夜為界。",
    apply: "顯示",
    reset: "顯示全部",
  },
  problems: {
    action: "沒有這種事件。",
    member: "這裡沒有使用此地址或代碼的人員。",
    application: "這裡沒有使用此代碼的應用程式。",
    from: "請填寫日期。",
    to: "請填寫日期。",
  },
  by: {
    person: "執行者：{member}",
    client: "執行者：{client}，代表{member}",
    agent: "執行者：代理程式 {client}，代表{member}，使用工具 {tool}",
    cli: "執行者：伺服器管理人員，使用命令列",
    system: "執行者：系統本身",
    anonymous: "執行者：在此之前尚未登入的人",
  },
  somebodyGone: "已離開的人員",
  somethingGone: "已移除的應用程式",
  concerns: "對象：{kind} {name}",
  address: "來自 {address}",
  details: "詳細資料",
  request: "要求編號",
  entry: "紀錄編號",
  recordedAs: "紀錄名稱",
  only: {
    action: "只看此類事件",
    member: "只看此人員",
    client: "只看此應用程式",
  },
  things: zhTWAuditThings,
  actions: zhTWAuditActions,
};
