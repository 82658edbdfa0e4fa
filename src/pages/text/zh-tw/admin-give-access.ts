import type { enAdminGiveAccess } from "../en/admin-give-access.ts";

export const zhTWAdminGiveAccess: typeof enAdminGiveAccess = {
  title: "開通課程",
  person: "對象",
  personHint: "輸入成員，或輸入新學員的電子郵件地址。",
  course: "課程",
  other: "選擇其他",
  duration: "期限",
  durations: {
    usual: "依課程的一般設定",
    ever: "永久",
    until: "到指定日期",
    days: "指定天數",
  },
  end: "最後一天",
  days: "天數",
};
