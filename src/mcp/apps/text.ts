import type { Locale } from "#domain/platform/site/locales.ts";

const en = {
  failed: "The data could not be loaded.",
  part: "Only a part is shown here.",
  course: {
    open: "View course",
    free: "Free",
    from: "From {price}",
    with: "With {names}",
    lecture: "{count} lecture",
    lectures: "{count} lectures",
    rating: "{average} ({count})",
    beginner: "Beginner",
    intermediate: "Intermediate",
    advanced: "Advanced",
    all: "All levels",
  },
  quiz: {
    title: "Quiz preview",
    question: "{count} question",
    questions: "{count} questions",
    pass: "Pass mark {percent} %",
    attempts: "Attempts: {count}",
    limit: "Time limit: {minutes} min",
    point: "({count} point)",
    points: "({count} points)",
    choose: "Choose…",
    yourAnswer: "Your answer",
    correct: "Correct answer:",
    showAnswers: "Show answers",
    hideAnswers: "Hide answers",
  },
};

/** Texts of the views. `{…}` is replaced in the view. */
export type AppText = typeof en;

export const appText: Readonly<Record<Locale, AppText>> = {
  en,
  "zh-TW": {
    failed: "無法載入資料。",
    part: "這裡只顯示部分內容。",
    course: {
      open: "查看課程",
      free: "免費",
      from: "{price} 起",
      with: "講師：{names}",
      lecture: "{count} 個單元",
      lectures: "{count} 個單元",
      rating: "{average}（{count}）",
      beginner: "初階",
      intermediate: "中階",
      advanced: "進階",
      all: "適合所有人",
    },
    quiz: {
      title: "測驗預覽",
      question: "題數：{count}",
      questions: "題數：{count}",
      pass: "{percent}% 及格",
      attempts: "可作答次數：{count}",
      limit: "時間限制：{minutes} 分鐘",
      point: "（{count} 分）",
      points: "（{count} 分）",
      choose: "請選擇…",
      yourAnswer: "你的答案",
      correct: "正確答案：",
      showAnswers: "顯示答案",
      hideAnswers: "隱藏答案",
    },
  },
};
