import { type CourseText, prose } from "./content.ts";

export const twoNotes: CourseText = {
  slug: "two-notes-at-a-time",
  name: "Two Notes at a Time",
  subtitle: "Ear training for people who think they cannot sing",
  description: prose`
    Music is made of distances. Once you can hear the distance between two notes, you can find the third one yourself.
    This course trains five distances with your ears alone: no score, no instrument, no audience.

    Most lectures are short recordings. Listen to them with headphones, several times, on several days.`,
  level: "beginner",
  tags: ["music", "listening"],
  sections: [
    {
      title: "The distances at home",
      lectures: [
        {
          title: "The octave: the same, but higher",
          minutes: 1,
          media: { kind: "audio", filename: "two-notes-at-a-time-1-1.wav", seconds: 6 },
          body: prose`
            You hear a note, then the note an octave above it, then both together.

            The upper string swings exactly twice as fast as the lower one. Your ear takes the two for relatives, which
            is why men and women can sing "the same tune" together and mean it.

            Sing the lower note on *la* and slide up slowly, until it locks. You will know the moment: the two sounds
            stop being two.`,
        },
        {
          title: "The fifth: open like a door",
          minutes: 1,
          media: { kind: "audio", filename: "two-notes-at-a-time-1-2.wav", seconds: 6 },
          body: prose`
            Three swings against two. Bagpipes hold this distance all day long, and violins are tuned in it.

            A fifth sounds neither glad nor sad; it sounds like a landscape before anybody has entered it. Listen three
            times. Then hum the lower note and try to imagine the upper one before it comes.`,
        },
        {
          title: "The fourth: someone is calling",
          minutes: 1,
          media: { kind: "audio", filename: "two-notes-at-a-time-1-3.wav", seconds: 5 },
          body: prose`
            Many calls start with a fourth upwards: fire engines, hunting horns, and a good number of national anthems.
            It is the distance that says *now*.

            A fourth and a fifth fill an octave together. If you are not sure which of the two you hear, sing up to the
            octave, and listen to how far you still had to go.`,
        },
      ],
    },
    {
      title: "The distances with a mood",
      lectures: [
        {
          title: "Two thirds: sun and shade",
          minutes: 1,
          media: { kind: "audio", filename: "two-notes-at-a-time-2-1.wav", seconds: 5 },
          body: prose`
            First you hear the large third inside a chord, then the small one. Between them lies a single semitone, and
            the whole weather changes.

            Do not try to count. Ask which of the two you would rather have in a lullaby and which at a farewell. Your
            answer is right, and it is how musicians tell them apart, too.`,
        },
        {
          title: "What did you hear?",
          minutes: 4,
          body: "Five questions about the distances. Listen to the recordings again, as often as you like.",
          quiz: [
            {
              ask: "How much faster does the upper note of an octave swing?",
              right: "Twice as fast",
              wrong: ["Three times as fast", "One and a half times as fast"],
              because: "Two to one is the simplest ratio there is, after one to one.",
            },
            {
              ask: "Which distance and a fifth fill an octave together? Write its name.",
              accepted: ["fourth", "a fourth", "the fourth"],
            },
            {
              ask: "Put the distances in order, the smallest first.",
              inOrder: ["Small third", "Large third", "Fourth", "Fifth", "Octave"],
            },
            {
              ask: "Which of these often begin with a fourth?",
              all: ["Fire engines", "Hunting horns"],
              none: ["Lullabies", "Bagpipe drones"],
            },
            {
              ask: "The lower note swings 200 times a second. How often does the note a fifth above it swing?",
              accepted: ["300"],
              numeric: true,
              because: "Three swings against two: 200 × 3 / 2 = 300.",
            },
          ],
        },
      ],
    },
  ],
};
