import { type CourseText, prose } from "./content.ts";

export const fieldNotebook: CourseText = {
  slug: "field-notebook",
  name: "A Field Notebook",
  subtitle: "Ten minutes outside, one page a day",
  description: prose`
    Naturalists of two hundred years ago had no cameras. They had a notebook, and they saw more than we do. This course
    is for members: a page a day for four weeks, and somebody who reads along.`,
  level: "all",
  tags: ["drawing", "outdoors", "writing"],
  sections: [
    {
      title: "The page",
      lectures: [
        {
          title: "Date, place, weather",
          minutes: 2,
          body: prose`
            Every page begins with the same line, and you write it before you look at anything:

            > 14 March, bank of the mill stream, 8:20. 6 °C, wind from the west, low cloud.

            It seems a formality. In a year it will be the most valuable line on the page, because it turns a pretty
            drawing of a catkin into the day on which the hazel flowered.

            Then stand still for two minutes. Do not choose anything yet. Something will move.`,
        },
        {
          title: "Draw what is there",
          minutes: 3,
          body: prose`
            You do not have to be able to draw. You have to be able to count.

            How many petals? Do the leaves sit opposite each other or take turns? Is the stem round or square? Roll it
            between your fingers; mint and its relatives are square. Draw the answers, however crookedly, and write
            beside them what the pencil could not say: *hairy*, *smells of lemon when rubbed*, *ants on this side only*.

            Measure with what you have. Your thumb joint is about an inch. It always will be.`,
        },
        {
          title: "Three kinds of sentences",
          minutes: 2,
          body: prose`
            On each page, write one sentence of each kind:

            - **I notice** that the blackbird hops and the starling walks.
            - **I wonder** whether that has to do with the length of their legs.
            - **It reminds me** of people in high heels and people in slippers.

            The first trains the eye, the second the mind, the third the memory. If a page has only the first kind, it
            is an inventory. If it has only the third, it is a diary. Together they are a field notebook.`,
        },
      ],
    },
    {
      title: "The month",
      lectures: [
        {
          title: "The same square meter",
          minutes: 2,
          body: prose`
            Choose a square meter that you pass every day: the foot of a street tree, a crack in a wall, the corner of a
            balcony. For four weeks, every page is about this place.

            The first week will be interesting because it is new. The second will be dull. In the third you will see
            the thing that had been there all the time, and that is what the second week was for.`,
        },
        {
          title: "One page from your notebook",
          minutes: 30,
          body: "At the end of the month, send the page that you like best.",
          assignment: {
            instructions: prose`
              Copy out one page of your notebook: its first line, a description of your drawing, and your three
              sentences. Below it, write what you saw in the last week that you had not seen in the first.`,
            dueDays: 42,
            rubric: [
              { title: "Date, place and weather", points: 20 },
              { title: "Observed, not invented", points: 50 },
              { title: "Three kinds of sentences", points: 30 },
            ],
          },
        },
      ],
    },
  ],
};
