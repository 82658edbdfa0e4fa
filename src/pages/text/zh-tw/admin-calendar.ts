import type { enAdminCalendar } from "../en/admin-calendar.ts";

/** The same in Traditional Chinese. */
export const zhTWAdminCalendar: typeof enAdminCalendar = {
  title: "行事曆",
  lead: "{service}可預約的時間與已預約的場次。時間以 {zone} 時區顯示。",
  views: "檢視方式",
  view: { month: "月", week: "週" },
  previous: "較早",
  next: "較晚",
  today: "今天",
  availability: "編輯可預約時間",
  book: "新增預約",
  all: "所有預約",
  open: "可預約",
  exception: "例外",
  closed: "不開放",
  booked: "已預約",
  session: "{time}，預約人：{name}",
  none: "這段時間無法預約，也沒有預約。",
  noAvailability: "這項服務還沒有時間，請設定何時可以預約。",
  draft: "這項服務尚未發布，成員還不能預約。",
  more: "只顯示前 {count} 場，請改用週檢視。",
};
