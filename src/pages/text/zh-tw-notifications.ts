import type { enNotifications } from "./en-notifications.ts";

/** 通知、通知設定與停止信件。 */
export const zhTWNotifications: typeof enNotifications = {
  title: "通知",
  none: "目前沒有需要你知道的消息。",
  unread: "新",
  markOne: "標為已讀",
  markOneSpoken: "標為已讀：{title}",
  markAll: "全部標為已讀",
  marked: "已全部標為已讀。",
  markedOne: "已標為已讀。",
  choose: "選擇要接收的通知",

  settings: {
    title: "要接收的通知",
    lead: "勾選{site}要通知你的事項和方式。",
    unverified: "你的電子郵件地址尚未確認，確認之前不會寄送通知信。你可以在帳號頁面重新寄送確認連結。",
    noMail: "這個網站不寄送郵件，所有消息都在通知頁面。",
    topic: "事項",
    channels: { inbox: "網站", email: "郵件", push: "裝置" },
    always: "一律通知",
    save: "儲存",
    saved: "已儲存你的選擇。",
    topics: {
      course_update: { name: "課程", about: "你已加入一門課程。" },
      lecture_released: { name: "新單元", about: "你的課程新增了單元。" },
      assignment_graded: { name: "作業評分", about: "你繳交的作業已經評分。" },
      certificate_issued: { name: "證書", about: "你的證書已經核發。" },
      comment_reply: { name: "回覆", about: "有人回覆了你的留言。" },
      event_reminder: { name: "活動提醒", about: "你報名的活動即將開始。" },
      event_changed: { name: "活動異動", about: "你報名的活動改期或取消。" },
      booking_update: { name: "預約", about: "你的預約成立、改期或取消。" },
      subscription_update: { name: "會員方案", about: "方案生效、延長、取消或到期。" },
      access_expiring: { name: "即將到期", about: "你的使用權再過幾天就要到期。" },
      post_published: { name: "新文章", about: "學校發表了新文章。" },
      announcement: { name: "公告", about: "學校有事情要告訴大家。" },
      account_security: { name: "帳號安全", about: "例如你連結了應用程式。這類消息一律會通知你。" },
    },
  },

  unsubscribe: {
    title: "要停止這類信件嗎？",
    lead: "{site}將不再寄信告訴你這類事項：{topic}。",
    more: "其他設定維持不變。",
    submit: "停止這類信件",
    doneTitle: "已停止這類信件",
    done: "{site}不再寄信告訴你這類事項：{topic}。",
    endedTitle: "這個連結無法使用",
    ended: "連結可能不完整，或來自其他網站。沒有任何變更。",
  },
};
