import type { enReviews } from "../en/reviews.ts";

/** The same in Traditional Chinese. */
export const zhTWReviews: typeof enReviews = {
  rating: "{rating} 分，滿分 5 分",
  unnamedStudent: "一位學員",
  replyOf: "{site}的回覆",

  mine: {
    title: "你的評價",
    of: "你對「{course}」的評價",
    invitation: "你覺得這門課程如何？你的評價能幫助正在選課的人。",
    write: "評價這門課程",
    change: "修改評價",
    back: "回到課程",
    status: {
      published: "所有人都能看到這則評價。",
      pending: "你的星等已計入。文字正在等待學校審閱，在此之前只有你看得到。",
      hidden: "學校已隱藏你的文字，只有你看得到。你的星等仍然計入。修改後，學校會重新審閱。",
    },
    lock: {
      closed: "這所學校目前不開放評價。",
      staff: "講師與網站管理人員不能評價自己的課程。",
      not_enrolled: "只有加入或曾經加入這門課程的人可以評價。",
      nothing_done: "完成至少一個單元後，你就可以評價這門課程。",
    },
    stars: "你給這門課程幾顆星？",
    grades: { 1: "很差", 2: "不太好", 3: "普通", 4: "好", 5: "非常好" },
    headline: "標題（選填）",
    text: "想告訴其他人的話（選填）",
    moderation: {
      none: "送出後所有人都能立即看到。",
      texts: "星等會立即計入，標題與文字則在學校審閱後顯示。",
      all: "星等會立即計入，評價則在學校審閱後顯示。",
    },
    named: "你的名字會顯示為 {name}。",
    unnamed: "不會顯示你的名字。",
    save: "儲存",
    withdraw: "刪除評價",
    withdrawal: "你的評價與學校的回覆都會刪除，你的星等也不再計入。",
    problem: {
      rating: "請選擇星等。",
      too_long: "標題最多 120 字，內容最多 5000 字。請縮短。",
      too_many: "你修改評價的次數過多。請稍候再試。",
    },
    notice: { saved: "已儲存你的評價。", withdrawn: "已刪除你的評價。" },
  },

  everybody: {
    title: "學員評價",
    of: "「{course}」的學員評價",
    all: "所有評價",
    count: "{count} 則評分",
    some: "{rating} 分：{count} 則評分。閱讀這些評價",
    one: "{rating} 分：1 則評分。閱讀這些評價",
    narrowed: "只顯示 {rating} 分的評價",
    none: "這裡還沒有文字評價。",
    changed: "{day}修改",
  },
};
