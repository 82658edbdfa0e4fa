import type { DemoSite } from "./content.ts";
import { fourIngredients } from "./four-ingredients.ts";
import { nightSky } from "./night-sky.ts";
import { shortLetters } from "./short-letters.ts";

export const fernhill: DemoSite = {
  hostname: "localhost",
  name: "Fernhill School of Small Skills",
  description: "Short courses in things worth doing slowly: bread, stars and letters.",
  locale: "en",
  settings: {
    signing: "on",
    betaFeatures: ["mcp_connections"],
    openClientMetadataDocuments: true,
    openSignUp: true,
    memberExplorer: true,
  },
  courses: [nightSky, fourIngredients, shortLetters],
  members: [
    { email: "marta@fernhill.example", name: "Marta Oliveira", roles: ["owner"] },
    { email: "idris@fernhill.example", name: "Idris Bell", roles: ["lecturer"] },
    {
      email: "noor@mail.example",
      name: "Noor Haddad",
      roles: ["student"],
      enrollments: [
        { course: "night-sky", daysAgo: 40, completed: 3, secondsIntoNext: 95 },
        { course: "bread-from-four-ingredients", daysAgo: 12, expiresInDays: 78, completed: 1, secondsIntoNext: 140 },
      ],
    },
    {
      email: "tomasz@mail.example",
      name: "Tomasz Lind",
      roles: ["student"],
      enrollments: [
        { course: "letters-that-get-answered", daysAgo: 20, completed: 4 },
        { course: "night-sky", daysAgo: 3, expiresInDays: 27 },
      ],
    },
    {
      email: "yuching@mail.example",
      name: "Lin Yu-ching",
      roles: ["student"],
      enrollments: [{ course: "bread-from-four-ingredients", daysAgo: 30, completed: 2, secondsIntoNext: 60 }],
    },
  ],
};
