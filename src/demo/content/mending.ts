import { type CourseText, prose } from "./content.ts";

export const mending: CourseText = {
  slug: "mending-by-hand",
  name: "Mending by Hand",
  subtitle: "Four repairs that keep clothes for another ten years",
  description: prose`
    A button, a hem, a hole, a tear. With these four repairs almost nothing in a wardrobe has to be thrown away. You
    need a needle, two kinds of thread and an evening by a good lamp.

    The last lecture is an assignment: you mend something you own, and your lecturer looks at it.`,
  level: "beginner",
  tags: ["craft", "home"],
  sections: [
    {
      title: "Before the needle",
      lectures: [
        {
          title: "A small kit that does everything",
          minutes: 3,
          body: prose`
            Sewing boxes are full of things nobody uses. This is what you will use:

            - Needles number 7 and number 9, called *sharps*.
            - White, black and grey cotton thread. Grey disappears in more fabrics than any other color.
            - One darning needle with a blunt tip, and a hank of wool in the color of your favorite jumper.
            - Small scissors that never cut paper. Paper dulls them in a week.
            - A thimble, if you can get used to it. A coin and a strip of plaster will do.

            Cut the thread as long as your forearm and no longer. A long thread does not save time: it tangles, and
            every knot costs more than threading again.`,
        },
        {
          title: "Reading the fabric",
          minutes: 2,
          body: prose`
            Pull the cloth gently in both directions. If it gives a lot, it is **knitted**, one thread running in
            loops. If it hardly gives, it is **woven**, with threads crossing over and under.

            The difference decides the repair. A hole in knitted fabric runs: a dropped stitch becomes a ladder, so it
            has to be caught first. A hole in woven fabric frays, so its edge has to be held down first.

            Look at the inside of a seam, where the cloth is as new. That is its true color, and the color your thread
            has to match.`,
        },
      ],
    },
    {
      title: "Four repairs",
      lectures: [
        {
          title: "A button that stays on",
          minutes: 2,
          body: prose`
            Buttons come off because they were sewn on too tightly. The cloth has to fit between the button and the
            coat, so the button needs a stem.

            1. Lay a match across the button and sew over it, six times through each pair of holes.
            2. Draw out the match and lift the button. The slack is now below it.
            3. Wind the thread around the slack five times, firmly. That is the stem.
            4. Push the needle through the stem twice, and cut.

            A coat button sewn on in this way usually outlives the coat.`,
        },
        {
          title: "The hem that nobody sees",
          minutes: 2,
          body: prose`
            A blind hem is sewn from the inside and catches only one or two threads of the outside.

            Fold the hem up and press it. Then fold the whole hem back on itself, so that a finger's width of its edge
            looks out. Take a stitch in the edge, then pick up a single thread of the fold, then a stitch in the edge.
            Keep the thread loose: a tight blind hem shows as a row of dimples.

            When you turn the trousers the right way, there should be nothing to see. If there is, it will be gone
            after the first wash.`,
        },
        {
          title: "A darn for a jumper",
          minutes: 3,
          body: prose`
            A darn is a small piece of weaving in the middle of knitting.

            Stretch the hole over something round: a darning mushroom, a light bulb, an orange. Begin a finger's width
            outside of the hole, where the wool is still sound, and lay threads across it, side by side, each one
            starting in good fabric and ending in good fabric. Then turn by a quarter and weave: over, under, over,
            under, and the other way around in the next row.

            Do not pull. The wool will shrink a little in the wash, and your patch with it.

            You may use the same color and nobody will know. Or use a bright one, and everybody will ask.`,
        },
      ],
    },
    {
      title: "Your turn",
      lectures: [
        {
          title: "Mend something you own",
          minutes: 60,
          body: "Choose one thing from your wardrobe that you would wear again if it were whole.",
          assignment: {
            instructions: prose`
              Mend one garment with any of the four repairs. Then write a few lines:

              1. What was broken, and why do you think it broke?
              2. Which repair did you choose, and which thread?
              3. What would you do differently next time?

              Your lecturer reads it within a week.`,
            rubric: [
              { title: "The repair fits the fabric", points: 40 },
              { title: "It holds", points: 40 },
              { title: "You noticed something", points: 20 },
            ],
          },
        },
      ],
    },
  ],
};
