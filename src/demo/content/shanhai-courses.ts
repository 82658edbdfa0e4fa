import { type DemoCourse, prose } from "./content.ts";
import { fiveTones } from "./five-tones.ts";
import { oneCupOfTea } from "./one-cup-of-tea.ts";
import { seasonalJars } from "./seasonal-jars.ts";
import { tidePoolHour } from "./tide-pool-hour.ts";
import { treesOnTheTrail } from "./trees-on-the-trail.ts";
import { writeYourName } from "./write-your-name.ts";

export const shanhaiCourses: DemoCourse[] = [
  {
    ...oneCupOfTea,
    courseType: "free",
    categories: ["taste"],
    lecturers: ["chen-li-an"],
    popularity: 30,
    outcomes: ["知道綠茶、烏龍、紅茶差在哪裡", "用家裡的杯子泡出不苦的茶", "會做一壺冷泡茶"],
    requirements: ["茶葉一小包", "三個一樣的杯子"],
    sections: [
      ...oneCupOfTea.sections,
      {
        title: "喝完這杯",
        lectures: [
          {
            title: "三題小測驗",
            minutes: 2,
            body: "答錯也沒關係，再泡一杯就好。",
            quiz: [
              {
                ask: "綠茶、烏龍茶、紅茶來自幾種植物？",
                right: "同一種",
                wrong: ["三種", "兩種"],
                because: "都是茶樹，差別在採下來之後的處理。",
              },
              {
                ask: "怕澀的時候，應該怎麼做？",
                right: "縮短沖泡的時間",
                wrong: ["水再熱一點", "多放一點茶葉"],
              },
              { ask: "冷泡茶一公升的水，放幾公克茶葉？", accepted: ["10"], numeric: true },
            ],
          },
        ],
      },
    ],
  },
  {
    ...treesOnTheTrail,
    courseType: "paid",
    categories: ["wild"],
    lecturers: ["lin-yu-ching"],
    popularity: 22,
    outcomes: ["用三個問題認出十種郊山樹木", "分辨單葉與複葉", "寫一份一年的觀察紀錄"],
    requirements: ["一條常走的路"],
    plans: [
      { name: "單堂課程", planType: "one_time", amount: 89_000, compareAt: 108_000 },
      { name: "分三期", planType: "installments", amount: 90_000, installments: { count: 3, interval: "month" } },
    ],
    sections: [
      ...treesOnTheTrail.sections,
      {
        title: "你的樹",
        lectures: [
          {
            title: "介紹一棵樹給我們",
            minutes: 20,
            body: "選一棵你每週都會經過的樹。",
            assignment: {
              instructions: prose`
                請用三個問題介紹你的樹：葉子怎麼站隊、有什麼氣味、樹皮摸起來如何。最後寫下你猜它是誰，
                以及你有多確定。猜錯不扣分。`,
              rubric: [
                { title: "三個問題都有答案", points: 60 },
                { title: "描述具體", points: 40 },
              ],
            },
          },
        ],
      },
    ],
  },
  {
    ...writeYourName,
    courseType: "paid",
    categories: ["craft"],
    lecturers: ["huang-mo"],
    popularity: 18,
    outcomes: ["看懂一個字的結構", "寫出穩定的簽名", "一天十五分鐘的練習方法"],
    requirements: ["任何一枝筆", "米字格紙"],
    plans: [
      { name: "單堂課程", planType: "one_time", amount: 69_000 },
      { name: "九十天批改", planType: "specific_length", amount: 128_000, days: 90, seats: 20 },
    ],
  },
  {
    ...tidePoolHour,
    courseType: "paid",
    categories: ["wild"],
    lecturers: ["pan-hai-yin"],
    popularity: 17,
    outcomes: ["看懂潮汐表", "安全走在礁岩上", "認得十種潮間帶居民"],
    requirements: ["包腳的膠鞋", "會看天氣預報"],
    plans: [{ name: "單堂課程", planType: "one_time", amount: 78_000 }],
  },
  {
    ...fiveTones,
    courseType: "paid",
    categories: ["craft"],
    lecturers: ["zheng-wei"],
    popularity: 12,
    outcomes: ["聽出五個音的距離", "哼出一段自己的旋律"],
    requirements: ["耳機"],
    plans: [{ name: "單堂課程", planType: "one_time", amount: 39_000 }],
  },
  {
    ...seasonalJars,
    courseType: "membership_only",
    categories: ["taste"],
    lecturers: ["chen-li-an"],
    popularity: 14,
    outcomes: ["安全地做一罐醃漬", "記住鹽的三個比例", "跟著節氣安排廚房"],
    requirements: ["玻璃罐", "料理秤", "會員資格"],
  },
];
