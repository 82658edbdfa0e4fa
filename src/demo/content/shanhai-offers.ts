import { type DemoOffers, prose } from "./content.ts";

export const shanhaiOffers: DemoOffers = {
  memberships: [
    {
      slug: "shanhai-friends",
      name: "山海之友",
      description: prose`
        一年四季都想學一點的人，適合當山海之友。所有課程都能上，包括會員專屬的**季節的罐子**；
        實體活動另有八折。`,
      trialDays: 7,
      allCourses: true,
      courses: [],
      eventDiscountPercent: 20,
      prices: [
        { label: "每月", amount: 29_900, interval: "month" },
        { label: "每年", amount: 299_000, interval: "year" },
      ],
      faq: [
        { question: "可以隨時取消嗎？", answerMarkdown: "可以。取消之後，已付款的期間仍可繼續上課。" },
        { question: "免費試用七天之後呢？", answerMarkdown: "會開始第一期付款，三天前我們會通知你。" },
      ],
    },
    {
      slug: "shanhai-forever",
      name: "山海之友（終身）",
      description: "付一次，陪我們走很久。往後新開的課程，也都算你一份。",
      allCourses: true,
      courses: [],
      eventDiscountPercent: 40,
      lifetime: true,
      prices: [{ label: "一次付清", amount: 990_000, interval: null }],
      faq: [],
    },
  ],
  products: [
    {
      slug: "tea-notes",
      name: "泡茶筆記頁",
      description: "每泡一杯，記一行：茶名、水溫、時間、香氣。十杯之後，就會知道自己喜歡什麼。",
      amount: null,
      tags: ["茶", "表格"],
      license: "CC BY 4.0",
      file: {
        filename: "tea-notes.md",
        content: prose`
          # 泡茶筆記

          | 日期 | 茶 | 公克 | 水溫 | 時間 | 第一個聞到的氣味 | 下次想改 |
          |---|---|---|---|---|---|---|
          | | | | | | | |

          每次只改一樣。`,
      },
    },
    {
      slug: "solar-terms-calendar",
      name: "二十四節氣醃漬曆",
      description: "每個節氣一種當季食材，附鹽與糖的比例，印出來貼在冰箱上，就能跟著走一年。",
      amount: 15_000,
      tags: ["節氣", "廚房"],
      license: "限個人使用，歡迎印給家人。",
      file: {
        filename: "solar-terms.md",
        content: prose`
          # 二十四節氣醃漬曆

          - **立春**：芥菜，鹽 3%
          - **清明**：青梅，鹽 10%，糖同重
          - **立夏**：桑椹，糖 60%
          - **大暑**：小黃瓜，鹽 2%
          - **白露**：檸檬，鹽 12%
          - **立冬**：高麗菜，鹽 3%
          - **大雪**：白蘿蔔，鹽 6%`,
      },
    },
    {
      slug: "practice-grids",
      name: "米字格練習紙",
      description: "三種大小的米字格，另附一張橫畫五度的參考線。",
      amount: 9000,
      tags: ["書寫", "表格"],
      license: "限個人使用。",
      file: {
        filename: "practice-grids.txt",
        content: ["米字格（示意）", "", "＼｜／", "－＋－", "／｜＼", "", "橫畫由左往右，右邊高五度。"].join("\n"),
      },
    },
  ],
  consulting: [
    {
      slug: "tea-table",
      name: "一對一茶席",
      description: prose`
        帶一款你家裡喝不完的茶，我們用五十分鐘，一起找出它最好喝的樣子。結束時，你會有一張只屬於這款茶的泡法。`,
      amount: 150_000,
      minutes: 50,
      sessions: 1,
      format: "in_person",
      location: "山海學堂，海岸路 12 號二樓",
      lecturers: ["chen-li-an"],
      weekly: [
        { day: "wednesday", from: "14:00", to: "17:00" },
        { day: "saturday", from: "10:00", to: "12:00" },
      ],
    },
    {
      slug: "signature-design",
      name: "簽名陪寫",
      description: "三次視訊，每次四十分鐘。我們一起看你的名字，寫出一個你願意簽在任何地方的簽名。",
      amount: 280_000,
      minutes: 40,
      sessions: 3,
      format: "online",
      lecturers: ["huang-mo"],
      weekly: [{ day: "friday", from: "19:00", to: "22:00" }],
    },
  ],
  coupons: [
    { code: "HELLO-10", name: "新朋友九折", percent: 10, firstPurchaseOnly: true, used: 9 },
    { code: "TIDE", name: "海邊夜走折抵一百元", amount: 10_000, maxRedemptions: 5, used: 5 },
    { code: "AUTUMN-20", name: "秋季八折", percent: 20, expiresInDays: -60, used: 4 },
    { code: "SPRING-15", name: "春節優惠", percent: 15, startsInDays: 20, expiresInDays: 60 },
  ],
};
