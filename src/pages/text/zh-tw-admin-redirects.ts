import type { enAdminRedirects } from "./en-admin-redirects.ts";

/** The same in Traditional Chinese. */
export const zhTWAdminRedirects: typeof enAdminRedirects = {
  section: { name: "轉址", about: "會帶往學校頁面的舊網址。" },
  intro:
    "會帶往學校頁面的舊網址。變更課程、活動或其他頁面的網址後，舊網址會自動列在這裡。其他頁面使用該網址時，轉址就會停止。",
  none: "沒有轉址。變更頁面的網址後，舊網址會列在這裡。",
  next: "檢視你的課程",
  leadsTo: "帶往 {target}",
  renamed: "{time}，因頁面的網址變更而新增",
  added: "{time} 新增",
  remove: "刪除",
  removal: "刪除後，其他網站上指向 {from} 的連結和書籤就會失效。",
  aboutOf: "{act}從 {from} 開始的轉址",
  notice: {
    deleted: "已刪除轉址。",
    changed: "這個轉址在這段期間已變更，因此沒有刪除。請再確認一次。",
  },
};
