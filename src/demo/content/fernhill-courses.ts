import { type DemoCourse, prose } from "./content.ts";
import { fieldNotebook } from "./field-notebook.ts";
import { fourIngredients } from "./four-ingredients.ts";
import { mending } from "./mending.ts";
import { nightSky } from "./night-sky.ts";
import { shortLetters } from "./short-letters.ts";
import { twoNotes } from "./two-notes.ts";

export const fernhillCourses: DemoCourse[] = [
  {
    ...nightSky,
    courseType: "free",
    categories: ["nature"],
    lecturers: ["idris-bell"],
    popularity: 30,
    outcomes: [
      "Find north without a compass, anywhere north of the equator",
      "Tell a planet from a star at a glance",
      "Measure angles in the sky with your hand",
    ],
    requirements: ["A place where you can see some sky", "Warm socks"],
    sections: [
      ...nightSky.sections,
      {
        title: "Before you go outside",
        lectures: [
          {
            title: "Check yourself indoors",
            minutes: 3,
            body: "Four questions. You can try three times, and the sky will wait.",
            quiz: [
              {
                ask: "How long do your eyes need to get used to the dark?",
                right: "Twenty to thirty minutes",
                wrong: ["About ten seconds", "Two to three minutes"],
                because: "The rods of the retina have to rebuild a pigment that daylight has bleached.",
              },
              {
                ask: "By how many degrees does the sky turn in one hour?",
                accepted: ["15"],
                numeric: true,
                because: "360 degrees in 24 hours.",
              },
              {
                ask: "Which of these help against a faint star that vanishes?",
                all: ["Looking a little to one side", "Avoiding bright screens"],
                none: ["Staring straight at it", "A white torch"],
              },
              {
                ask: "Put them in order of the sky that they cover, the smallest first.",
                inOrder: ["The full moon", "The nail of the little finger", "A fist", "A spread hand"],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    ...fourIngredients,
    courseType: "paid",
    categories: ["kitchen"],
    lecturers: ["marta-oliveira"],
    popularity: 22,
    outcomes: [
      "Bake a loaf with flour, water, salt and yeast",
      "Read the dough instead of the clock",
      "Know what went wrong, and what to change",
    ],
    requirements: ["An oven", "A kitchen scale"],
    plans: [
      { name: "Course", planType: "one_time", amount: 3900, compareAt: 4900 },
      { name: "Three payments", planType: "installments", amount: 4200, installments: { count: 3, interval: "month" } },
    ],
    sections: [
      ...fourIngredients.sections,
      {
        title: "Do you know your dough?",
        lectures: [
          {
            title: "Three questions before you bake",
            minutes: 2,
            body: "No tricks. If you have baked along, you know the answers.",
            quiz: [
              {
                ask: "What gives bread its structure?",
                right: "Gluten, which forms when flour meets water",
                wrong: ["Salt", "Steam"],
              },
              {
                ask: "The kitchen is colder than last week. What does the dough need?",
                right: "More time",
                wrong: ["More salt", "A hotter oven"],
                because: "Yeast works about half as fast for every eight degrees less.",
              },
              { ask: "How many ingredients does the loaf have?", accepted: ["4"], numeric: true },
            ],
          },
        ],
      },
    ],
  },
  {
    ...shortLetters,
    courseType: "paid",
    categories: ["words"],
    lecturers: ["hannah-osei"],
    popularity: 18,
    outcomes: ["Write messages that get an answer", "Ask for one thing at a time", "Remind people kindly"],
    requirements: [],
    plans: [
      { name: "Course", planType: "one_time", amount: 2900 },
      { name: "With feedback for 90 days", planType: "specific_length", amount: 5900, days: 90, seats: 20 },
    ],
    sections: [
      ...shortLetters.sections,
      {
        title: "Your letter",
        lectures: [
          {
            title: "Rewrite a letter of yours",
            minutes: 20,
            body: "Take a message of yours that was never answered.",
            assignment: {
              instructions: prose`
                Find a message that you sent and that was never answered. Leave out names. Copy it, and below it write
                it anew: the question first, one question only, and a *no* that is easy to say.`,
              rubric: [
                { title: "One question", points: 40 },
                { title: "The first line says it", points: 40 },
                { title: "A way out for the reader", points: 20 },
              ],
            },
          },
        ],
      },
    ],
  },
  {
    ...mending,
    courseType: "paid",
    categories: ["hands"],
    lecturers: ["rosa-lindqvist"],
    popularity: 16,
    outcomes: [
      "Four repairs for almost everything you wear",
      "Tell knitted from woven fabric",
      "A kit that fits a tin",
    ],
    requirements: ["A needle and thread", "Something that is broken"],
    plans: [{ name: "Course", planType: "one_time", amount: 3400 }],
  },
  {
    ...twoNotes,
    courseType: "paid",
    categories: ["words"],
    lecturers: ["samuel-adeyemi"],
    popularity: 12,
    outcomes: ["Hear five intervals", "Sing the second note without an instrument", "Tell major from minor"],
    requirements: ["Headphones"],
    plans: [{ name: "Course", planType: "one_time", amount: 1900 }],
  },
  {
    ...fieldNotebook,
    courseType: "membership_only",
    categories: ["nature", "words"],
    lecturers: ["idris-bell", "hannah-osei"],
    popularity: 14,
    outcomes: ["A page a day for four weeks", "Look longer than you photograph", "Write what you see"],
    requirements: ["A notebook and a pencil", "A membership"],
  },
];
