import { type DemoEvent, prose } from "./content.ts";

export const shanhaiEvents: DemoEvent[] = [
  {
    slug: "open-house",
    name: "學堂開門日",
    summary: "來喝杯茶，看看教室，跟老師聊聊。",
    description: prose`
      一年一次，整個下午不上課，只開門。樓下有茶席和醃漬試吃，樓上可以寫自己的名字帶回家。
      小朋友也歡迎，但請牽好，因為我們有很多玻璃罐。`,
    format: "in_person",
    inDays: -88,
    hour: 13,
    minutes: 240,
    location: { name: "山海學堂", address: "海岸路 12 號" },
    registered: 16,
    category: "gatherings",
    lecturers: ["chen-li-an", "huang-mo"],
    tags: ["免費"],
    tickets: [{ name: "入場", amount: null }],
  },
  {
    slug: "night-shore-walk",
    name: "海邊夜走",
    summary: "退潮的夜晚，帶一盞燈，看誰出門散步。",
    description: prose`
      夜裡的潮間帶比白天熱鬧。我們沿著安全的路線走一公里，由老師帶燈，看螃蟹、海兔和睡著的魚。
      請穿膠鞋，名額有限。`,
    format: "in_person",
    inDays: -22,
    hour: 19,
    minutes: 120,
    location: { name: "北岸礁岩區", address: "集合點在舊燈塔停車場" },
    capacity: 18,
    registered: 18,
    category: "outings",
    lecturers: ["pan-hai-yin"],
    tags: ["海洋"],
    tickets: [{ name: "名額", amount: 45_000 }],
  },
  {
    slug: "plum-morning",
    name: "脆梅工作坊",
    summary: "八個人、八公斤青梅，帶一罐回家。",
    description: prose`
      從搓鹽開始，到裝罐結束。中間那段等待的時間，我們喝茶。

      廚房只有八個位置。額滿可以先候補，每次都有人臨時有事。`,
    format: "in_person",
    inDays: 14,
    hour: 9,
    minutes: 180,
    location: { name: "山海學堂廚房", address: "海岸路 12 號一樓" },
    capacity: 8,
    waiting: 3,
    category: "workshops",
    lecturers: ["chen-li-an"],
    tags: ["廚房"],
    tickets: [{ name: "廚房座位", amount: null }],
  },
  {
    slug: "trail-reading",
    name: "郊山認樹半日走",
    summary: "走得很慢，因為每五步就有一棵樹。",
    description: prose`
      來回只有三公里，但我們會走四個小時。帶水、帶帽子，也帶你的三個問題。
      不能來的人，可以選擇線上票，晚上一起看照片、聊今天遇見的樹。`,
    format: "hybrid",
    inDays: 25,
    hour: 8,
    minutes: 240,
    location: { name: "白石步道口", address: "公車總站旁" },
    capacity: 30,
    registered: 12,
    category: "outings",
    lecturers: ["lin-yu-ching"],
    tags: ["自然"],
    tickets: [
      { name: "現場", amount: 60_000 },
      { name: "線上分享", amount: 15_000 },
    ],
  },
  {
    slug: "lantern-writing",
    name: "燈籠寫字夜",
    summary: "線上一起寫一個字，掛在窗邊。",
    description: prose`
      準備一張紅紙和一枝筆，我們在線上一起寫一個字，不評分，也不比賽。寫完關掉房間的燈，把它掛在窗邊。`,
    format: "online",
    inDays: 44,
    hour: 20,
    minutes: 75,
    registered: 9,
    category: "gatherings",
    lecturers: ["huang-mo"],
    tags: ["書寫", "免費"],
    tickets: [{ name: "線上座位", amount: null }],
  },
];
