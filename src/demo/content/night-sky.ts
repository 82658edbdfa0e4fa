import { type CourseText, prose } from "./content.ts";

export const nightSky: CourseText = {
  slug: "night-sky",
  name: "The Night Sky without a Telescope",
  subtitle: "Find your way with your eyes and your hands",
  description: prose`
    You need no equipment for this course, only a place where you can see some sky and the patience to stand in it
    for twenty minutes. By the end you will know which way you face, why the stars move, and which of the bright dots
    is a planet.`,
  level: "beginner",
  tags: ["astronomy", "outdoors"],
  sections: [
    {
      title: "Learning to look",
      lectures: [
        {
          title: "Twenty minutes of darkness",
          minutes: 3,
          body: prose`
            Go outside, look up, and for the first minute you will think there is nothing to see. Stay.

            Your pupils open within seconds, but that is the smaller part of it. The rods of the retina, which do the
            seeing at night, have to rebuild a pigment that daylight has bleached, and they take **twenty to thirty
            minutes** over it. In that time your eyes become thousands of times more sensitive. One glance at a bright
            telephone, and you begin again.

            Rods hardly respond to deep red light, which is why astronomers carry red torches. A bicycle's rear lamp
            under a handkerchief does very well.

            There is one more trick. The centre of the retina has no rods at all, so a faint star vanishes when you
            stare at it. Look a little to one side, and it comes back. Try it tonight on the faintest star you can
            find. It feels like catching something out of the corner of your eye, because it is.`,
        },
        {
          title: "A ruler at the end of your arm",
          minutes: 2,
          body: prose`
            Distances in the sky are angles. You carry a set of measures with you, good to a degree or two whoever you
            are, since people with longer arms tend to have larger hands. Stretch out your arm and close one eye:

            | what you hold up | how much sky it covers |
            |---|---|
            | the nail of the little finger | 1° |
            | three middle fingers | 5° |
            | a fist | 10° |
            | thumb to little finger, spread wide | 20° to 25° |

            Now measure the moon. Nearly everybody guesses that it is as wide as a thumb. It is **half a degree**: the
            nail of your little finger covers it twice over. It looks as large as ever when it rises behind houses, and
            measures the same. What changes is you.`,
        },
      ],
    },
    {
      title: "Things that move",
      lectures: [
        {
          title: "Why the stars wheel",
          media: {
            kind: "video",
            filename: "night-sky-2-1.mp4",
            seconds: 20,
            captions: [
              [0, "The stars seem to turn. It is you who is carried along."],
              [6, "One star keeps its place: Polaris, above the north."],
              [13, "All others draw circles around it, one turn a day."],
            ],
            chapters: [
              { atSeconds: 0, title: "The turn" },
              { atSeconds: 6, title: "The star that stays" },
            ],
          },
          minutes: 3,
          body: prose`
            Choose a star above a chimney, mark the spot where you stand, and come back in an hour. The star has moved
            by about a fist and a half, 15 degrees. It was not the star: you have been carried along by a turning ball.

            One turn is 360 degrees, and 360 divided by 24 is 15. You have just measured the length of the day with a
            chimney.

            In the northern half of the world a single star seems to take no part. Find the Plough (some call it the
            Big Dipper), take the two stars at the end of its bowl, and prolong the line through them five times. There
            stands **Polaris**, within a degree of the pole. Its height above the horizon is your latitude: 25 degrees
            in Taipei, 52 in Berlin. Sailors crossed oceans on that one sentence.

            South of the equator no bright star marks the pole. There the long arm of the Southern Cross, prolonged
            four and a half times, points at the empty place everything turns around.`,
        },
        {
          title: "Telling a planet from a star",
          minutes: 2,
          body: prose`
            Stars twinkle, planets hardly do. A star is so far away that it is a point of light, and every ripple of
            the air moves that point. A planet is a tiny disc; the ripples at one edge and the other cancel out.

            Planets also keep to a road. Sun, moon and planets all travel along one line across the sky, the ecliptic,
            because the whole solar system is nearly flat. A bright thing far from that line is no planet.

            - Very bright, soon after sunset or before sunrise, never high at midnight: **Venus**.
            - Bright, steady, cream-colored, at any hour of the night: **Jupiter**.
            - Plainly orange: **Mars**, though check that it does not twinkle. Antares, a star, is named after it:
              the name means *rival of Mars*.

            Whatever blinks in red and green is going to an airport.`,
        },
      ],
    },
    {
      title: "A practice",
      lectures: [
        {
          title: "Four evenings",
          minutes: 2,
          body: prose`
            Keep a notebook, and write down the hour.

            1. **First evening.** Stand still for twenty minutes. Count the stars inside your spread hand at the start,
               and again at the end.
            2. **Second evening, same hour.** Draw the moon and the two bright things nearest to it. Measure the gaps
               with your fist.
            3. **Third evening, same hour.** Draw it again. The moon has gone about a fist and a quarter to the east:
               this time it really did move.
            4. **A month later, same hour.** Look at the stars over the chimney. They are two hours ahead of where they
               were. You have watched the Earth go a twelfth of the way around the sun.

            No one who has done this needs to be told that it goes around.`,
        },
      ],
    },
  ],
};
