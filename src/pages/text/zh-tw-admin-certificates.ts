import type { enAdminCertificates } from "./en-admin-certificates.ts";

export const zhTWAdminCertificates: typeof enAdminCertificates = {
  section: { name: "證書", about: "哪些課程會在學員完成時核發證書。" },
  lead: "學員一完成課程，就會收到證書、通知與開放徽章。未核發證書的課程，你仍可透過 API 核發。",
  none: "還沒有任何課程。",
  label: "完成後核發的證書",
  choices: {
    none: "不核發",
    unlimited: "沒有期限",
    months: "有效 {months} 個月",
  },
  save: "儲存",
  spoken: "儲存：{course}",
  notice: { saved: "已儲存你的變更，適用於之後完成的課程。" },
};
