import type { DemoSite } from "./content.ts";
import { shanhaiCourses } from "./shanhai-courses.ts";
import { shanhaiEvents } from "./shanhai-events.ts";
import { shanhaiOffers } from "./shanhai-offers.ts";
import { shanhaiPeople } from "./shanhai-people.ts";
import { shanhaiWriting } from "./shanhai-writing.ts";

export const shanhai: DemoSite = {
  hostname: "127.0.0.1",
  assets: "shanhai",
  name: "山海學堂",
  description: "從一杯茶、一棵樹開始的短課程。",
  locale: "zh-TW",
  timeZone: "Asia/Taipei",
  settings: { openSignUp: true },
  courses: shanhaiCourses,
  offers: shanhaiOffers,
  events: shanhaiEvents,
  writing: shanhaiWriting,
  people: shanhaiPeople,
  team: [
    { email: "lian@shanhai.example", name: "陳立安", roles: ["owner"], since: 200 },
    // The same person as at the other site with other roles: one account, two schools.
    { email: "yuching@mail.example", name: "林語晴", roles: ["lecturer", "student"], since: 199 },
    {
      email: "chiaying@mail.example",
      name: "吳佳穎",
      roles: ["student"],
      since: 110,
      enrollments: [
        { course: "one-cup-of-tea", daysAgo: 25, completed: 2, secondsIntoNext: 80 },
        { course: "trees-on-the-trail", daysAgo: 6, expiresInDays: 84, secondsIntoNext: 45 },
      ],
    },
    {
      email: "pohsun@mail.example",
      name: "張柏勳",
      roles: ["student"],
      since: 70,
      enrollments: [{ course: "one-cup-of-tea", daysAgo: 15, expiresInDays: 15, completed: 1, secondsIntoNext: 20 }],
    },
  ],
  categories: [
    { slug: "taste", name: "滋味" },
    { slug: "wild", name: "山與海" },
    { slug: "craft", name: "手與耳" },
  ],
  lecturers: [
    {
      slug: "chen-li-an",
      name: "陳立安",
      title: "茶人，學堂創辦人",
      bio: "在茶廠待過九年，負責決定什麼時候喊停。現在負責決定什麼時候開門。",
      email: "lian@shanhai.example",
    },
    {
      slug: "lin-yu-ching",
      name: "林語晴",
      title: "走很慢的嚮導",
      bio: "帶隊走郊山十二年，最高紀錄是四小時走一公里。樹都認得她。",
      email: "yuching@mail.example",
    },
    {
      slug: "huang-mo",
      name: "黃墨",
      title: "寫字的人",
      bio: "寫過招牌、菜單、畢業證書。最喜歡的還是別人的名字。",
    },
    {
      slug: "pan-hai-yin",
      name: "潘海音",
      title: "海洋生物學家",
      bio: "研究寄居蟹怎麼選房子，自己搬過十一次家。",
    },
    {
      slug: "zheng-wei",
      name: "鄭蔚",
      title: "合唱團指揮",
      bio: "帶三個不用甄選的合唱團。她說五音不全的人，只是還沒聽夠。",
    },
  ],
  school: {
    colors: { primary: "#1b4560", accent: "#c4512f" },
    fonts: { heading: "noto-serif", body: "inter" },
    currency: "TWD",
    supportEmail: "hello@shanhai.example",
    seller: { name: "山海學堂", address: "海岸路 12 號", taxId: "00000000", taxName: "營業稅", taxRate: 500 },
    transferInstructions: "山海銀行（000）帳號 000-000-000000。轉帳後請保留收據，備註請填訂單編號。",
    hero: {
      heading: "慢慢學，小小的事",
      text: "一杯茶、一棵樹、三個字。短短的課程，由每天都在做這件事的人來教。",
      button: { label: "看看所有課程", href: "/courses" },
    },
    headings: {
      courses: "課程",
      events: "一起出門",
      plans: "成為山海之友",
      posts: "學堂隨筆",
      lecturers: "老師",
      faq: "常見問題",
    },
    faq: [
      { question: "課程可以看多久？", answerMarkdown: "除非方案另有說明，買了就一直可以看。我們不會把課收回去。" },
      { question: "需要準備什麼嗎？", answerMarkdown: "每門課都會列出來，多半家裡就有。" },
      { question: "可以送給朋友嗎？", answerMarkdown: "可以。來信告訴我們，我們會做一張有他名字的優惠碼。" },
    ],
    navigation: [
      { label: "課程", href: "/courses" },
      { label: "活動", href: "/events" },
      { label: "會員方案", href: "/membership-plans" },
      { label: "數位商品", href: "/digital-products" },
      { label: "諮詢", href: "/consulting" },
      { label: "文章", href: "/posts" },
      { label: "關於", href: "/about" },
    ],
  },
};
