import { type CourseText, prose } from "./content.ts";

export const fiveTones: CourseText = {
  slug: "five-tones",
  name: "五個音就夠了",
  subtitle: "用宮商角徵羽，哼出自己的旋律",
  description: prose`
    不會看譜沒關係，五音不全也沒關係，因為這裡剛好只有五個音。每一講聽一小段錄音，跟著哼，再自己換一個順序。
    學完之後，你會有一段只屬於自己的旋律。

    請戴上耳機，找一個可以小聲哼歌的地方。`,
  level: "beginner",
  tags: ["音樂", "聆聽"],
  sections: [
    {
      title: "認識五個音",
      lectures: [
        {
          title: "宮：回家的音",
          minutes: 1,
          media: { kind: "audio", filename: "five-tones-1-1.wav", seconds: 6 },
          body: prose`
            先聽一個長音，這是「宮」。接著它出去走一步，再回來。

            很多旋律不管走多遠，最後都停在宮，聽起來就像回到家門口。試著跟著哼最後那個音，哼到它停下來為止。
            如果心裡有一種「好，到了」的感覺，那就對了。`,
        },
        {
          title: "五步爬上去",
          minutes: 1,
          media: { kind: "audio", filename: "five-tones-1-2.wav", seconds: 5 },
          body: prose`
            宮、商、角、徵、羽，一步一步往上。注意從角到徵那一步，比其他的大一些，像樓梯中間有個平台。

            少了兩個音的音階，反而不容易出錯：任何兩個音放在一起都不會打架。所以世界各地的童謠和搖籃曲，
            很多都只用這五個音。`,
        },
        {
          title: "徵：遠方的音",
          minutes: 1,
          media: { kind: "audio", filename: "five-tones-1-3.wav", seconds: 5 },
          body: prose`
            從宮直接跳到徵，再聽兩個音一起響。這個距離很開闊，像站在山頂往海的方向看。

            早上起床、還沒開口說話之前，試著憑印象哼出這兩個音。第三天左右，你會發現它們自己記得位置。`,
        },
      ],
    },
    {
      title: "自己的旋律",
      lectures: [
        {
          title: "聽聽看，記得多少",
          minutes: 3,
          body: "四個小問題。可以回頭再聽錄音，不必著急。",
          quiz: [
            {
              ask: "旋律最後常停在哪一個音，聽起來像回到家？",
              right: "宮",
              wrong: ["商", "羽"],
              because: "宮是這個音階的主音。",
            },
            { ask: "請把五個音由低到高排好。", inOrder: ["宮", "商", "角", "徵", "羽"] },
            { ask: "這個音階一共有幾個音？", accepted: ["5"], numeric: true },
            {
              ask: "下面哪些是五聲音階的好處？",
              all: ["任何兩個音放在一起都好聽", "很適合童謠"],
              none: ["一定要看譜", "只能用二胡演奏"],
            },
          ],
        },
      ],
    },
  ],
};
