import type { enAdminConsole } from "../en/admin-console.ts";

/** The frame of the admin area in Traditional Chinese. */
export const zhTWAdminConsole: typeof enAdminConsole = {
  menu: "選單",
  fold: "收合或展開導覽列",
  create: "新增",
  crumbs: "所在位置",
  site: "查看學校網站",
  styles: "樣式",
  search: {
    title: "搜尋",
    label: "搜尋管理專區",
    hint: "人員、訂單、課程、活動與頁面",
    find: "搜尋",
    results: "「{text}」的搜尋結果",
    none: "找不到符合「{text}」的項目。請輸入姓名、電子郵件地址、訂單編號或頁面名稱。",
    empty: "請輸入姓名、電子郵件地址、訂單編號、標題或管理專區的頁面名稱。",
    all: "所有符合的{name}",
    page: "頁面",
    recent: "最近開啟",
    count: "{count} 筆結果",
  },
};
