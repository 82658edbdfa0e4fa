import type { enNotifications } from "../en/notifications.ts";

/** The same in Traditional Chinese. */
export const zhTWNotifications: typeof enNotifications = {
  title: "通知",
  unreadCount: "通知：{count} 則未讀",
  none: "你已看完所有通知。",
  unread: "新",
  markOne: "標為已讀",
  markOneSpoken: "標為已讀：{title}",
  markAll: "全部標為已讀",
  marked: "已全部標為已讀。",
  markedOne: "已標為已讀。",
  choose: "通知設定",

  settings: {
    title: "通知設定",
    lead: "選擇{site}要通知你的事項，以及接收的方式。",
    unverified: "你的電子郵件地址尚未驗證，因此不會收到通知信。你可以在帳號頁面重新寄送驗證連結。",
    noMail: "這個網站不寄送郵件，所有通知都會顯示在收件匣。",
    topic: "事項",
    channels: { inbox: "收件匣", email: "電子郵件", push: "推播" },
    always: "一律通知",
    save: "儲存",
    saved: "已儲存你的設定。",
    topics: {
      course_update: { name: "課程", about: "你已加入一門課程。" },
      lecture_released: { name: "新單元", about: "你的課程開放了新單元。" },
      assignment_graded: { name: "作業評分", about: "你繳交的作業已經評分。" },
      certificate_issued: { name: "證書", about: "你的證書已經核發。" },
      comment_reply: { name: "回覆", about: "有人回覆了你的留言。" },
      event_reminder: { name: "活動提醒", about: "你報名的活動即將開始。" },
      event_changed: { name: "你的活動", about: "你報名或取消活動、活動異動或取消，或輪到你遞補名額。" },
      booking_update: { name: "諮詢預約", about: "你的預約成立、改期或取消。" },
      subscription_update: { name: "會員方案", about: "方案生效、變更或到期。" },
      access_expiring: { name: "即將到期", about: "你的使用權再過幾天就要到期。" },
      post_published: { name: "新文章", about: "學校發表了新文章。" },
      announcement: { name: "公告", about: "學校發布的公告。" },
      account_security: { name: "帳號安全", about: "例如你連結了應用程式。這類消息一律會通知你。" },
    },
  },

  unsubscribe: {
    title: "要取消訂閱這類信件嗎？",
    lead: "{site}將不再寄送這類信件給你：{topic}。",
    more: "其他通知設定不變。",
    submit: "取消訂閱",
    doneTitle: "已取消訂閱",
    done: "{site}不再寄送這類信件給你：{topic}。",
    endedTitle: "這個連結無法使用",
    ended: "連結可能不完整，或來自其他網站。沒有任何變更。",
  },
};
