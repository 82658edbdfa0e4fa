import type { enPrivacy } from "../en/privacy.ts";

/** The same in Traditional Chinese. */
export const zhTWPrivacy: typeof enPrivacy = {
  title: "你的資料",
  intro: "{site}所保存的你的所有資料，以 ZIP 壓縮檔提供，人和程式都能讀取。",
  link: "下載副本",
  entry: "你的資料",
  none: "請輸入密碼以要求副本。",
  underWay: "正在準備你的副本，大約需要一分鐘，請稍後再回到這個頁面。",
  reload: "重新整理",
  ready: "你的副本已經備妥，將於 {time} 刪除。",
  download: "下載（{size}）",
  again: "要求新的副本",
  failed: "無法準備你的副本。請再試一次，或聯絡{site}的管理人員。",
  submit: "要求副本",
  erasing: "刪除你的資料",
  erasure: "若要刪除帳號，請聯絡{site}。訂單與統計資料會保留，但不含你的個人資料。刪除後無法復原。",
  back: "回到你的帳號",
};
