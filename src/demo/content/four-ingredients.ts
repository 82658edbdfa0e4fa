import { type CourseText, prose } from "./content.ts";

export const fourIngredients: CourseText = {
  slug: "bread-from-four-ingredients",
  name: "Bread from Four Ingredients",
  subtitle: "Flour, water, salt, yeast, and a day at home",
  description: prose`
    A loaf that asks for ten minutes of work and a day of waiting. You will not knead. You will learn what the dough is
    doing while you do nothing, so that you can tell when it has done enough.`,
  level: "beginner",
  tags: ["baking", "kitchen"],
  sections: [
    {
      title: "The dough",
      lectures: [
        {
          title: "Why bakers count in percent",
          minutes: 2,
          body: prose`
            A baker writes a recipe so that the flour is always 100. Everything else is a share of it:

            | ingredient | percent | for one loaf |
            |---|---|---|
            | flour | 100 | 500 g |
            | water | 72 | 360 g |
            | salt | 2 | 10 g |
            | dried yeast | 0.3 | 1.5 g, half a teaspoon |

            The sum is not a hundred, and nobody minds. The point is that one line now describes a loaf, a dozen
            loaves, and what kind of bread it is. At 60 percent of water a dough is firm and obedient. At 72 it is soft
            and sticky, and makes an open crumb. At 80 it will try to leave the table.

            Weigh the water too. A cup is an opinion.`,
        },
        {
          title: "Time instead of kneading",
          minutes: 3,
          body: prose`
            Stir the four ingredients until no dry flour is left. That takes two minutes, and the result looks like a
            mistake. Cover it, and go away.

            Two proteins in the flour, glutenin and gliadin, join as soon as they are wet, and form gluten, the net
            that will hold the bubbles. Kneading arranges that net by force. Time arranges it too: the molecules are
            restless, and as enzymes loosen them they find their order by themselves. Twelve hours on the kitchen table
            do what your arms would do in ten minutes, and they build flavour, which your arms do not.

            A warm kitchen is a fast clock. At 25 °C ten hours are enough, at 18 °C the dough may want sixteen. Do not
            look at the time, look at the dough: it is ready when it has **doubled, the surface is domed and full of
            bubbles, and the bowl quivers** when you nudge it.

            If the dome has sunk in the middle, you are a little late. Bake it anyway. It will be a flat loaf, and
            the best one in the street.`,
        },
      ],
    },
    {
      title: "The loaf",
      lectures: [
        {
          title: "Shaping without fear",
          minutes: 2,
          body: prose`
            Flour the table generously and turn the bowl over it. Wet or flour your hands, and be quick: dough sticks to
            hands that hesitate.

            Think of the dough as a square letter. Pull the far edge up and fold it to the middle. Then the near edge,
            the left and the right. Turn the parcel over, so that the seam lies below, and draw it towards you with both
            hands, a hand's breadth at a time. The table holds on to the underside, and the top is pulled tight.

            That tight skin is all that shaping is for. It makes a loaf rise upwards rather than sideways. Stop when it
            is smooth. One pull too many, and it tears.

            Let it rest under a cloth for about an hour. Press it with a floured finger: a dent that **comes back slowly
            and not quite all the way** says *now*.`,
        },
        {
          title: "A storm in a pot",
          minutes: 3,
          body: prose`
            A baker's oven is filled with steam for the first minutes, and yours is not. A heavy pot with a lid is the
            answer: the loaf fills it with its own.

            Heat the empty pot in the oven at 240 °C for half an hour. Lower the loaf in on a sheet of baking paper, cut
            it once with a razor blade, a finger's width deep, and put the lid on.

            - **25 minutes with the lid.** The gas in the bubbles grows with the heat, and the yeast has its last and
              busiest hour. Steam keeps the skin soft enough to stretch.
            - **20 minutes without it.** From about 60 °C on the starch sets, and the loaf has its shape. Now the crust
              dries and browns. Be braver than you want to be: the flavour is in the dark places.

            Then the hardest part of the course. Put the bread on a rack, and wait for an hour. Inside it is still
            cooking, and a knife would turn the crumb to gum. Listen, meanwhile. As it cools, the crust cracks with
            small, clear sounds. Bakers say that the bread is singing.`,
        },
      ],
    },
  ],
};
