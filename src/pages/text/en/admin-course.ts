/** The page of a course in the admin area. */
export const enAdminCourse = {
  checklist: {
    title: "Before you publish",
    titlePublished: "What could be better",
    ready: "Everything that publishing needs is there.",
    missing: "Still needed: {count}",
    required: "Needed",
    recommended: "Recommended",
    done: "Done: {count}",
    more: "and {count} more",
    notAll: "The texts of later lectures were not checked: the course has more text than one check reads.",
    publish: "Publish",
  },
  checks: {
    price: "Add a price, or make the course free",
    lecture: "Publish at least one lecture",
    content: "Give every published lecture its content",
    cover: "Choose a cover picture",
    description: "Describe the course",
    outcomes: "Say what students learn",
    lecturer: "Add a lecturer",
    availability: "The sale has ended: change the last day",
    captions: "Add captions to videos",
    alternative_text: "Describe pictures for people who cannot see them",
    heading_order: "Use headings in order, without skipping a level",
    contrast: "Choose colors with more contrast",
  },
  lecturers: {
    title: "Who teaches this course",
    none: "Nobody yet. Lecturers with a member account can change the course.",
    choose: "Lecturer",
    add: "Add",
    remove: "Remove",
    actOn: "{act}: {name}",
    create: "New lecturer",
    many: "Add lecturers under Edit.",
  },
  assistant: {
    title: "Ask an assistant",
    about: "Copy a sentence to an assistant that is connected to your school. It works with your rights.",
    connect: "Connect an assistant",
    topics: { outline: "Outline", quiz: "Quiz", captions: "Captions" },
    sentences: {
      outline:
        "In the course “{course}” ({address}) of the school at {server}, suggest an outline of sections and lectures. Show it to me first, then add it as drafts.",
      quiz: "Read the lectures of the course “{course}” ({address}) of the school at {server}, and write five quiz questions with feedback for each section. Show them to me first.",
      captions:
        "Find the videos without captions in the course “{course}” ({address}) of the school at {server}. Write captions from the transcripts that I give you, and add them.",
    },
  },
};
