import type { enPrivacy } from "./en-privacy.ts";

/** The same in Traditional Chinese. */
export const zhTWPrivacy: typeof enPrivacy = {
  title: "你的資料",
  intro: "{site}所保存關於你的一切資料，打包成壓縮檔，人和程式都能讀。",
  link: "下載副本",
  entry: "你的資料",
  none: "輸入密碼後，就會開始為你準備副本。",
  underWay: "正在準備你的副本，大約需要一分鐘，請稍後再回到這個頁面。",
  reload: "再看一次",
  ready: "你的副本已經備妥，保存到 {moment}，之後會刪除。",
  download: "下載（{size}）",
  again: "重新準備一份副本",
  failed: "無法備妥你的副本。請再試一次，或告知{site}的管理人員。",
  submit: "準備我的副本",
  erasing: "刪除你的資料",
  erasure:
    "只要你提出要求，{site}的管理人員就會刪除你的帳號。訂單與統計數字會保留，但不再與任何人相關。這個動作無法復原。",
  back: "回到你的帳號",
};
