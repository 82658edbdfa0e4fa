import type { NotificationTexts } from "./texts.ts";

export const zhTW: NotificationTexts = {
  application_allowed: ({ application }) => ({
    title: `你已連結「${application}」`,
    body: `從現在起，「${application}」可以使用你在這所學校的帳號。不是你本人操作的嗎？請到帳號頁面撤銷它的授權、登出所有其他裝置，並變更密碼。`,
  }),
  enrolled: ({ course }) => ({
    title: `你已加入課程「${course}」`,
    body: "你可以在「我的學習」找到這門課程，隨時開始學習。",
  }),
  lecture_released: ({ course, lecture, count }) =>
    count === "1"
      ? { title: `「${course}」有新單元：「${lecture}」`, body: "新單元已經開放，歡迎前往學習。" }
      : { title: `「${course}」新增了 ${count} 個單元`, body: `最新的單元是「${lecture}」。` },
  assignment_graded: ({ assignment, course }) => ({
    title: `你的作業「${assignment}」已評分`,
    body: `請到課程「${course}」查看結果。`,
  }),
  certificate_issued: ({ course }) => ({
    title: `你已取得「${course}」的結業證書`,
    body: "恭喜！你可以隨時查看並下載證書。",
  }),
  comment_reply: ({ author, thread }) => ({
    title: `${author} 回覆了你的留言`,
    body: `留言位於「${thread}」。`,
  }),
  comment_mention: ({ author, thread }) => ({
    title: `${author}提到了你`,
    body: `這則留言在「${thread}」。`,
  }),
  discussion_active: ({ lecture }) => ({
    title: `「${lecture}」有新留言`,
    body: "你正在追蹤這個討論。你可以在單元頁面停止追蹤。",
  }),
  continue_course: ({ course, lecture, percent }) => ({
    title: `繼續學習「${course}」`,
    body: `${percent === "0" ? "你已經開始這門課程。" : `你已完成這門課程的 ${percent}%。`}${lecture === "" ? "" : `上次停在「${lecture}」。`}`,
  }),
  weekly_summary: ({ lectures, courses, next }) => ({
    title: `你的一週：完成 ${lectures} 個單元`,
    body: `上週你學習了 ${courses} 門課程。${next === "" ? "" : `接著學習「${next}」。`}`,
  }),
  event_reminder: ({ event, startsAt }) => ({
    title: `「${event}」即將開始`,
    body: `活動將於 ${startsAt} 開始。`,
  }),
  registered: ({ event, startsAt }) => ({
    title: `你已報名「${event}」`,
    body: `活動將於 ${startsAt} 開始。若無法參加，請取消報名，把名額讓給其他人。`,
  }),
  waitlisted: ({ event, startsAt }) => ({
    title: `你已加入「${event}」的候補`,
    body: `活動將於 ${startsAt} 開始。一有名額給你，我們就會寄信通知你。`,
  }),
  registration_canceled: ({ event, startsAt }) => ({
    title: `你的「${event}」報名已取消`,
    body: `活動將於 ${startsAt} 開始，你的名額已不再保留。`,
  }),
  waitlist_left: ({ event, startsAt }) => ({
    title: `你已不在「${event}」的候補名單中`,
    body: `活動將於 ${startsAt} 開始。你可以再次加入候補，順位從最後一位開始。`,
  }),
  registration_promoted: ({ event, startsAt }) => ({
    title: `你已候補上「${event}」`,
    body: `有名額釋出，你已從候補轉為正式報名。活動將於 ${startsAt} 開始。若無法參加，請取消報名，讓下一位候補者遞補。`,
  }),
  seat_offered: ({ event, startsAt, until }) => ({
    title: `已為你保留「${event}」的名額`,
    body: `有名額釋出，輪到你遞補。請在 ${until} 之前付款，逾時名額將保留給下一位候補者。活動將於 ${startsAt} 開始。`,
  }),
  event_moved: ({ event, startsAt }) => ({
    title: `「${event}」改期了`,
    body: `活動改於 ${startsAt} 開始。你的報名仍然有效。`,
  }),
  event_details_changed: ({ event, startsAt, endsAt, place }) => ({
    title: `「${event}」有異動`,
    body: `活動於 ${startsAt} 開始，${endsAt} 結束。${place === "" ? "活動在線上進行，參加連結在「我的活動」頁面。" : `地點：${place}。`}`,
  }),
  event_canceled: ({ event, reason }) => ({
    title: `「${event}」已取消`,
    body: reason === "" ? "這場活動不會舉行。" : `這場活動不會舉行。取消原因：${reason}`,
  }),
  booking_made: ({ service, startsAt }) => ({
    title: `你已預約「${service}」`,
    body: `預約時間：${startsAt}。`,
  }),
  booking_moved: ({ service, startsAt }) => ({
    title: `你的「${service}」預約改期了`,
    body: `新的時間：${startsAt}。`,
  }),
  booking_canceled: ({ service, startsAt }) => ({
    title: `你的「${service}」預約已取消`,
    body: `原訂時間：${startsAt}。`,
  }),
  session_to_choose: ({ service, startsAt }) => ({
    title: `請為「${service}」選擇其他時間`,
    body: `你已完成付款，諮詢次數仍然保留。但款項入帳時，你選擇的時間（${startsAt}）已經不開放預約。請選擇其他時間。`,
  }),
  subscription_started: ({ plan }) => ({
    title: `你的會員方案「${plan}」已生效`,
    body: "方案包含的所有內容都已為你開放。",
  }),
  subscription_extended: ({ plan, endsAt }) => ({
    title: `你的會員方案「${plan}」已延長`,
    body: endsAt === "" ? "這個方案沒有期限。" : `新的到期時間：${endsAt}。`,
  }),
  subscription_canceled: ({ plan, endsAt }) => ({
    title: `你的會員方案「${plan}」已取消`,
    body: endsAt === "" ? "方案已經結束。" : `你可以使用到 ${endsAt}。`,
  }),
  subscription_ended: ({ plan }) => ({
    title: `你的會員方案「${plan}」已到期`,
    body: "方案包含的內容已不再開放。",
  }),
  subscription_paused: ({ plan, resumesAt }) => ({
    title: `你的會員方案「${plan}」已暫停`,
    body:
      resumesAt === "" ? "恢復之前，方案包含的內容暫不開放。" : `在 ${resumesAt} 恢復之前，方案包含的內容暫不開放。`,
  }),
  subscription_resumed: ({ plan }) => ({
    title: `你的會員方案「${plan}」已恢復`,
    body: "方案不再暫停，也不會取消。",
  }),
  subscription_switching: ({ plan, startsAt }) => ({
    title: `你的會員方案將變更為「${plan}」`,
    body: `變更於 ${startsAt} 生效，在此之前可以取消變更。`,
  }),
  subscription_switched: ({ plan }) => ({
    title: `你的會員方案已變更為「${plan}」`,
    body: "方案包含的所有內容都已為你開放。",
  }),
  subscription_switch_failed: ({ plan }) => ({
    title: `你的會員方案仍是「${plan}」`,
    body: "變更的款項無法支付。請檢查付款方式後再試一次。",
  }),
  trial_ending: ({ plan, endsAt }) => ({
    title: `你的會員方案「${plan}」試用期即將結束`,
    body: `試用到 ${endsAt} 為止。`,
  }),
  refunded: ({ total, items, access, endsAt }) => ({
    title: `已退款 ${total}`,
    body: {
      none: `退款的項目是「${items}」。款項可能需要數天才會入帳。`,
      kept: `退款的項目是「${items}」。你的使用權限維持不變。`,
      ended: `退款的項目是「${items}」。這項購買的使用權限已經結束。`,
      until: `退款的項目是「${items}」。這項購買的使用權限將於 ${endsAt} 結束。`,
    }[access],
  }),
  access_expiring: ({ name, expiresAt }) => ({
    title: `你對「${name}」的使用權即將到期`,
    body: `你可以使用到 ${expiresAt}。`,
  }),
  post_published: ({ post, excerpt }) => ({
    title: `新文章：「${post}」`,
    body: excerpt === "" ? "學校發表了新文章。" : excerpt,
  }),
};
