import type { enAdminCheckIn } from "../en/admin-check-in.ts";

/** The same in Traditional Chinese. */
export const zhTWAdminCheckIn: typeof enAdminCheckIn = {
  title: "報到",
  lead: "{event}。點選來賓，或輸入票券的報到碼。",
  code: "票券的報到碼",
  codeHint: "十個英文字母或數字，學員可在活動頁面看到。",
  enter: "報到",
  arrived: "已到 {count} 人，共 {expected} 人",
  search: "姓名、電子郵件或報到碼",
  find: "搜尋",
  all: "顯示所有人",
  views: "來賓",
  filters: { all: "全部", waiting: "尚未報到", arrived: "已報到" },
  checkIn: "報到",
  undo: "復原",
  seats: "{count} 個座位",
  at: "{time} 報到",
  unnamed: "來賓 {code}",
  none: "這個活動還沒有來賓。",
  noneFound: "沒有符合的來賓。",
  more: "只顯示前 {count} 位來賓，請用姓名搜尋。",
  done: {
    checkedIn: "{name} 已報到。",
    again: "{name} 先前已報到：{time}。",
    undone: "已取消 {name} 的報到。",
  },
  problems: {
    unknown: "這個活動沒有報到碼為 {code} 的來賓。",
    empty: "請輸入報到碼。",
    changed: "這位來賓的狀態已被其他人變更，沒有取消任何報到。",
    refused: "{name} 無法報到。狀態：{status}。",
    closed: "活動已取消，報到已關閉。",
  },
};
