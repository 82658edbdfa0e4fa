import type { DemoSite } from "./content.ts";
import { oneCupOfTea } from "./one-cup-of-tea.ts";
import { treesOnTheTrail } from "./trees-on-the-trail.ts";

export const shanhai: DemoSite = {
  hostname: "127.0.0.1",
  name: "山海學堂",
  description: "從一杯茶、一棵樹開始的短課程。",
  locale: "zh-TW",
  settings: {},
  courses: [oneCupOfTea, treesOnTheTrail],
  members: [
    { email: "lian@shanhai.example", name: "陳立安", roles: ["owner"] },
    // The same person as at the other site with other roles: one account, two schools.
    { email: "yuching@mail.example", name: "林語晴", roles: ["lecturer", "student"] },
    {
      email: "chiaying@mail.example",
      name: "吳佳穎",
      roles: ["student"],
      enrollments: [
        { course: "one-cup-of-tea", daysAgo: 25, completed: 2, secondsIntoNext: 80 },
        { course: "trees-on-the-trail", daysAgo: 6, expiresInDays: 84, secondsIntoNext: 45 },
      ],
    },
    {
      email: "pohsun@mail.example",
      name: "張柏勳",
      roles: ["student"],
      enrollments: [{ course: "one-cup-of-tea", daysAgo: 15, expiresInDays: 15, completed: 1, secondsIntoNext: 20 }],
    },
  ],
};
