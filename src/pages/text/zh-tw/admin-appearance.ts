import type { enAdminAppearance } from "../en/admin-appearance.ts";

/** The same in Traditional Chinese. */
export const zhTWAdminAppearance: typeof enAdminAppearance = {
  preview: "預覽",
  hint: "顯示尚未儲存的內容，訪客看到的不會改變。",
  pages: { home: "首頁", course: "課程頁", "sign-in": "登入頁" },
  lowContrast: "{color}在{on}上的對比只有 {found} 比 1，至少需要 {least} 比 1，所有人才看得清楚。",
  contrastFine: "所有顏色都清楚可辨。",
};
