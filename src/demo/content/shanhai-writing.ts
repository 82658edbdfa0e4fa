import { type DemoWriting, prose } from "./content.ts";

export const shanhaiWriting: DemoWriting = {
  eventCategories: [
    { slug: "workshops", name: "工作坊" },
    { slug: "outings", name: "戶外" },
    { slug: "gatherings", name: "聚會" },
  ],
  postCategories: [
    { slug: "notes", name: "隨筆" },
    { slug: "school", name: "學堂消息" },
  ],
  posts: [
    {
      slug: "short-on-purpose",
      title: "為什麼我們的課都很短",
      excerpt: "課程結束的時候，興趣應該還在。",
      category: "school",
      tags: ["學習"],
      author: "lian@shanhai.example",
      access: "public",
      daysAgo: 150,
      body: prose`
        常有人問，會不會開完整版？四十小時的茶學，附證照的那種。

        我們試過。長的課，一半的人停在第二週，而且從此不好意思再來，因為還欠著三十幾個小時。短的課，
        大部分的人都走到最後，有些人還從頭再走一次，想看看上次漏了什麼。

        課應該在興趣用完之前結束。剩下的那一點，才是真正的課。`,
    },
    {
      slug: "three-cups",
      title: "同一把茶，三個杯子",
      excerpt: "那天下午，我們吵了一架，後來發現三個人都對。",
      category: "notes",
      tags: ["茶"],
      author: "lian@shanhai.example",
      access: "public",
      daysAgo: 92,
      body: prose`
        三位同學泡同一把烏龍，一個說苦，一個說淡，一個說剛好。水壺是同一個，杯子也一樣。

        後來才發現，第一位去接了一通電話，第二位急著先喝，第三位數到六十。**差別不在茶，在等。**

        我把那天的三個杯子留在架子上，杯底的茶漬深淺不同，剛好可以當教材。`,
    },
    {
      slug: "what-the-tide-left",
      title: "海退了以後",
      excerpt: "十八個人蹲成一圈，看一隻寄居蟹搬家。",
      category: "notes",
      tags: ["海洋"],
      author: "yuching@mail.example",
      access: "public",
      daysAgo: 19,
      body: prose`
        夜走那天，最受歡迎的不是海兔，也不是那隻很大的螃蟹，而是一隻正在搬家的寄居蟹。

        牠先量新房子的門，再量裡面，退後兩步想了想，才在一秒之內換過去。旁邊的小朋友問：
        「牠怎麼知道合不合？」

        老師說：「牠也不知道，所以才要試。」`,
    },
    {
      slug: "ink-and-patience",
      title: "磨墨的五分鐘",
      excerpt: "墨汁很方便。我們還是磨。",
      category: "notes",
      tags: ["書寫"],
      author: "lian@shanhai.example",
      access: "public",
      daysAgo: 12,
      body: prose`
        有人統計過，磨好夠寫十個字的墨，大約要五分鐘。買一瓶墨汁，五秒鐘。

        但那五分鐘並不是拿來做墨的。它是用來把今天發生的事情放下，把肩膀放下，然後才拿得起筆。`,
    },
    {
      slug: "letter-to-friends",
      title: "給山海之友的一封信",
      excerpt: "明年的新課，以及我們決定不做的事。",
      category: "school",
      tags: ["會員"],
      author: "lian@shanhai.example",
      access: "members",
      daysAgo: 5,
      body: prose`
        各位朋友：

        明年會有一門新課，教怎麼聽雨。也有一門課決定不開，叫做「高效率的慢生活」，雖然有三位同學許願。

        季節的罐子從立春重新開始。謝謝大家寄來的照片，那張三年的蘿蔔乾，現在貼在廚房門上。

        立安`,
    },
  ],
  pages: [
    {
      path: "/about",
      title: "關於學堂",
      body: prose`
        山海學堂在海岸路的一棟老房子裡，樓下是廚房，樓上是教室，頂樓看得到海。我們教的東西都不大：
        泡一杯茶、認一棵樹、寫三個字。

        ## 我們怎麼教

        - **每一講都短。** 兩三分鐘讀完，然後去做。
        - **作業有人看。** 回覆你的，就是寫這門課的人。
        - **不賣工具。** 需要什麼，開課前就會說清楚，而且多半家裡就有。

        ## 來坐坐

        海岸路 12 號，星期六早上十點到下午四點開門，通常有茶。`,
    },
    {
      path: "/terms",
      title: "服務說明",
      body: prose`
        這是示範用的學堂，不會真的出貨，也不會真的收款。

        課程在購買後七天內、觀看未超過一半時，可以申請退費。`,
    },
    {
      path: "/privacy",
      title: "隱私權說明",
      body: prose`
        我們只保存你輸入的資料、你打開過的單元，以及你的購買紀錄，不會交給別人。

        在 **你的帳號** 可以下載我們保存的所有資料，或刪除帳號。收據依法保存十年。`,
    },
  ],
  forms: [
    {
      slug: "course-wishes",
      name: "下一門課，你想學什麼？",
      description: "三個問題。每一則我們都會讀，有時候也會回信。",
      audience: "everybody",
      fields: [
        { handle: "skill", label: "想學的一件小事", kind: "text", required: true },
        { handle: "time", label: "你有多少時間？", kind: "choice", choices: ["一個晚上", "一個週末", "一個月的早晨"] },
        { handle: "why", label: "為什麼是它？", kind: "long_text" },
      ],
      answers: [
        { skill: "磨刀", time: "一個晚上", why: "家裡的番茄不怕刀，只怕我。" },
        { skill: "聽鳥叫認鳥", time: "一個月的早晨", why: "窗外那隻每天五點叫我起床，想知道牠是誰。" },
        { skill: "做肥皂", time: "一個週末", why: "材料買了兩年了。" },
        { skill: "修剪盆栽", time: "一個晚上", why: "它已經比我高。" },
        { skill: "寫春聯", time: "一個週末", why: "想自己寫給爸媽。" },
        { skill: "包粽子", time: "一個週末", why: "外婆教過一次，只記得繩子很長。" },
        { skill: "打繩結", time: "一個晚上", why: "為了曬衣服，真的。" },
      ],
    },
    {
      slug: "night-walk-feedback",
      name: "海邊夜走，還好嗎？",
      description: "給那天一起走的朋友。",
      audience: "members",
      fields: [
        { handle: "pace", label: "腳步", kind: "choice", required: true, choices: ["太慢", "剛好", "太快"] },
        { handle: "best", label: "你會記得什麼？", kind: "long_text" },
      ],
      answers: [
        { pace: "剛好", best: "寄居蟹搬家的那一秒。" },
        { pace: "剛好", best: "關燈之後，海的聲音變大了。" },
        { pace: "太快", best: "螢光的浪花，雖然鞋子濕了。" },
        { pace: "剛好", best: "熱薑茶。" },
      ],
    },
  ],
};
