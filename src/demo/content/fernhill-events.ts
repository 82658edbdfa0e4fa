import { type DemoEvent, prose } from "./content.ts";

export const fernhillEvents: DemoEvent[] = [
  {
    slug: "open-day",
    name: "Open Day at the Old Mill",
    summary: "Bread from the oven, needles on the table, and everybody who teaches here.",
    description: prose`
      Come and look around. There is a loaf in the oven every hour, a table with things to mend, and a corner where you
      can listen to intervals until you hear them everywhere.`,
    format: "in_person",
    inDays: -96,
    hour: 11,
    minutes: 300,
    location: { name: "The Old Mill", address: "12 Mill Lane, Fernhill" },
    registered: 14,
    category: "gatherings",
    lecturers: ["marta-oliveira", "idris-bell"],
    tags: ["free"],
    tickets: [{ name: "Entry", amount: null }],
  },
  {
    slug: "lantern-evening",
    name: "Lantern Evening",
    summary: "A walk after dark, without torches for the last mile.",
    description: prose`
      We meet when the sun is gone, walk up to the beech wood, and put the lanterns out. Twenty minutes later you will
      see how much there is. Tea and bread at the top.`,
    format: "in_person",
    inDays: -24,
    hour: 20,
    minutes: 150,
    location: { name: "Fernhill Green", address: "By the bus stop" },
    capacity: 18,
    registered: 18,
    category: "gatherings",
    lecturers: ["idris-bell"],
    tags: ["outdoors"],
    tickets: [{ name: "Place", amount: 800 }],
  },
  {
    slug: "sourdough-morning",
    name: "Sourdough Morning",
    summary: "Eight people, eight starters, one long table.",
    description: prose`
      Bring a jar, take home a starter that is older than the school. We feed it, fold a dough together and bake what
      was made the evening before.

      There are only eight places, because there is only one table. Put yourself on the waitlist: places do come free.`,
    format: "in_person",
    inDays: 12,
    hour: 9,
    minutes: 210,
    location: { name: "The kitchen at Fernhill", address: "12 Mill Lane, Fernhill" },
    capacity: 8,
    waiting: 3,
    category: "workshops",
    lecturers: ["marta-oliveira"],
    tags: ["bread"],
    tickets: [{ name: "Place at the table", amount: null }],
  },
  {
    slug: "mending-circle",
    name: "Mending Circle",
    summary: "Bring something broken. Leave with it whole, or with company.",
    description: prose`
      An evening for everything that lies in the mending basket. Rosa goes from chair to chair. No experience needed;
      thread, light and biscuits are there.`,
    format: "hybrid",
    inDays: 23,
    hour: 19,
    minutes: 120,
    location: { name: "The Reading Room", address: "3 Church Street, Fernhill" },
    capacity: 30,
    registered: 11,
    category: "workshops",
    lecturers: ["rosa-lindqvist"],
    tags: ["craft"],
    tickets: [
      { name: "In the room", amount: 1200 },
      { name: "Online", amount: 500 },
    ],
  },
  {
    slug: "night-of-the-meteors",
    name: "Night of the Meteors",
    summary: "Deck chairs, blankets and the whole sky, streamed for those who are too far away.",
    description: prose`
      Lie down, look up, count. We explain where the meteors come from and why the second half of the night has more of
      them. If it rains, we tell stories about comets.`,
    format: "online",
    inDays: 41,
    hour: 22,
    minutes: 90,
    registered: 8,
    category: "gatherings",
    lecturers: ["idris-bell"],
    tags: ["astronomy", "free"],
    tickets: [{ name: "Seat under the sky", amount: null }],
  },
];
