import type { enAdminCourse } from "../en/admin-course.ts";

export const zhTWAdminCourse: typeof enAdminCourse = {
  checklist: {
    title: "發布前的檢查",
    titlePublished: "可以改善的地方",
    ready: "發布所需的內容都已齊備。",
    readyWith: "可以發布課程了。完成以下項目會更好：",
    missing: "還缺少：{count}",
    required: "必要",
    recommended: "建議",
    done: "已完成：{count}",
    more: "另有 {count} 個",
    notAll: "課程文字過多，較後面的單元沒有檢查。",
    publish: "發布",
    publishLectures: "發布這些單元",
  },
  checks: {
    price: "新增價格，或改為免費課程",
    lecture: "發布至少一個單元",
    drafts: "發布仍是草稿的單元：學員看不到草稿",
    content: "為每個已發布的單元加上內容",
    cover: "選擇封面圖片",
    description: "寫下課程說明",
    outcomes: "說明學員會學到什麼",
    lecturer: "新增講師",
    availability: "銷售已結束，請修改最後一天",
    captions: "為影片加上字幕",
    alternative_text: "為看不見圖片的人寫下圖片說明",
    heading_order: "依序使用標題層級，不要跳級",
    contrast: "選擇對比更高的顏色",
  },
  lecturers: {
    title: "這門課程的講師",
    none: "還沒有講師。有成員帳號的講師可以修改課程。",
    choose: "講師",
    add: "新增",
    remove: "移除",
    actOn: "進行{act}：{name}",
    create: "新增講師資料",
    many: "請在「編輯」中新增講師。",
  },
  assistant: {
    title: "請助理協助",
    about: "把句子貼給已連結學校的助理，它會以你的權限工作。",
    connect: "連結助理",
    topics: { outline: "課程大綱", quiz: "測驗", captions: "字幕" },
    sentences: {
      outline:
        "請為學校（{server}）的課程「{course}」（{address}）規劃章節與單元的大綱。先讓我看過，再以草稿加入課程。",
      quiz: "請閱讀學校（{server}）的課程「{course}」（{address}）的單元，為每個章節寫五題附有回饋的測驗題。先讓我看過。",
      captions:
        "請找出學校（{server}）的課程「{course}」（{address}）中沒有字幕的影片，依我提供的逐字稿製作字幕並加入。",
    },
  },
};
