import { type DemoWriting, prose } from "./content.ts";

export const fernhillWriting: DemoWriting = {
  eventCategories: [
    { slug: "workshops", name: "Workshops" },
    { slug: "gatherings", name: "Gatherings" },
  ],
  postCategories: [
    { slug: "notes", name: "Notes" },
    { slug: "school", name: "From the school" },
  ],
  posts: [
    {
      slug: "why-our-courses-are-short",
      title: "Why our courses are short",
      excerpt: "A course should end before the enthusiasm does.",
      category: "school",
      tags: ["learning"],
      author: "marta@fernhill.example",
      access: "public",
      daysAgo: 152,
      body: prose`
        People sometimes ask whether there will be a longer version. Forty hours of bread, a certificate in letters.

        We have tried it. In the long course, half of the people stopped in the second week, and they did not come back
        to anything, because now they owed us thirty-six hours. In the short one, nearly everybody reached the end, and
        a good many started again from the beginning, just to see what they had missed.

        A course should be over before the enthusiasm is. What you do with the rest of it is the actual course.`,
    },
    {
      slug: "three-thermometers",
      title: "Three thermometers in one kitchen",
      excerpt: "They disagreed by four degrees. So did the loaves.",
      category: "notes",
      tags: ["bread"],
      author: "marta@fernhill.example",
      access: "public",
      daysAgo: 97,
      body: prose`
        I put three thermometers in the school kitchen: on the windowsill, beside the oven and on top of the cupboard.
        At eight in the morning they showed 17, 19 and 21 degrees.

        Three bowls of the same dough, one at each place. The one on the cupboard was ready at half past eleven. The one
        by the window was ready when I came back from lunch, at two.

        When a recipe says *leave to rise for three hours*, it is talking about somebody else's kitchen. **Look at the
        dough.** It should have grown by half, and it should shiver a little when you knock against the bowl.`,
    },
    {
      slug: "what-the-dark-is-for",
      title: "What the dark is for",
      excerpt: "Eighteen people, no torches, and the sound of a beech wood.",
      category: "notes",
      tags: ["astronomy", "outdoors"],
      author: "idris@fernhill.example",
      access: "public",
      daysAgo: 21,
      body: prose`
        On the lantern evening we put the lights out at the edge of the wood. There was the usual giggling, and then, as
        always, around the fourth minute, it stopped.

        A boy of about nine said: "It is getting lighter." His mother said that it could not be. He was right, of
        course. Nothing had changed but his eyes.

        The next evening is in winter. Bring the thickest socks you have.`,
    },
    {
      slug: "mending-is-not-thrift",
      title: "Mending is not about thrift",
      excerpt: "A new jumper costs less than the wool for the darn. We darn it anyway.",
      category: "notes",
      tags: ["craft"],
      author: "idris@fernhill.example",
      access: "public",
      daysAgo: 13,
      body: prose`
        Rosa has done the sum for us: an hour and a half of darning, good wool, daylight. You do not save money. What you
        get is a jumper about which there is something to tell.

        In the mending circle last month somebody brought a tea towel with a hole. It had belonged to her grandmother.
        Nobody laughed.`,
    },
    {
      slug: "members-letter-autumn",
      title: "A letter to our members",
      excerpt: "What comes next year, and what we are dropping.",
      category: "school",
      tags: ["members"],
      author: "marta@fernhill.example",
      access: "members",
      daysAgo: 6,
      body: prose`
        Dear members,

        next year there will be one new course, about knots. There will be no course about productivity, although three
        of you asked for it. We would not know where to begin, and in any case we would be late.

        The Field Notebook starts again on the first Monday of each month. Thank you for the pages that you have sent:
        the one with the wasps hangs in the kitchen.

        Yours, Marta`,
    },
  ],
  pages: [
    {
      path: "/about",
      title: "About the school",
      body: prose`
        Fernhill is a school for small skills, in a mill that has not ground anything since 1931. We teach things that
        you can learn in a few hours and practice for the rest of your life.

        ## How we teach

        - **Short lectures.** Two or three minutes, and then you do something.
        - **Somebody reads what you send.** Assignments are answered by the person who wrote the course.
        - **Nothing to buy.** If a course needs more than what is in your kitchen, we say so before you start.

        ## Visit us

        12 Mill Lane, Fernhill. The door is open on Saturdays from nine to four, and there is usually bread.`,
    },
    {
      path: "/terms",
      title: "Terms",
      body: prose`
        This is a demo school. Nothing is delivered, and no payment is real.

        Courses can be returned within fourteen days, if you have not completed more than half of them.`,
    },
    {
      path: "/privacy",
      title: "Privacy",
      body: prose`
        We store what you enter, which lectures you have opened, and what you have bought. Nobody else gets it.

        At **Your account**, you can download everything that we know about you, or delete it. Invoices stay for ten
        years, because the law wants them to.`,
    },
  ],
  forms: [
    {
      slug: "course-wishes",
      name: "What should we teach next?",
      description: "Three questions. We read every answer, and sometimes we reply.",
      audience: "everybody",
      fields: [
        { handle: "skill", label: "A skill you would like to learn", kind: "text", required: true },
        {
          handle: "time",
          label: "How much time do you have?",
          kind: "choice",
          choices: ["An evening", "A weekend", "A month of mornings"],
        },
        { handle: "why", label: "Why this one?", kind: "long_text" },
      ],
      answers: [
        { skill: "Knots", time: "An evening", why: "I own a boat and four knots, and one of them is wrong." },
        { skill: "Sharpening knives", time: "An evening", why: "My tomatoes are afraid of me, but not of the knife." },
        { skill: "Reading old handwriting", time: "A month of mornings", why: "A box of my great-aunt's letters." },
        { skill: "Knots", time: "A weekend", why: "For the washing line, honestly." },
        { skill: "Whistling with two fingers", time: "An evening", why: "The dog is deaf to everything else." },
        { skill: "Making soap", time: "A weekend", why: "I bought the lye in 2021." },
        { skill: "Pruning an apple tree", time: "An evening", why: "It is taller than the house." },
        { skill: "Bookbinding", time: "A month of mornings", why: "My field notebook is full and falling apart." },
      ],
    },
    {
      slug: "lantern-evening-feedback",
      name: "How was the lantern evening?",
      description: "For everybody who walked with us.",
      audience: "members",
      fields: [
        {
          handle: "pace",
          label: "The pace was",
          kind: "choice",
          required: true,
          choices: ["Too slow", "Just right", "Too fast"],
        },
        { handle: "best", label: "What will you remember?", kind: "long_text" },
      ],
      answers: [
        { pace: "Just right", best: "The moment when we could see the path without lights." },
        { pace: "Just right", best: "The tea." },
        { pace: "Too fast", best: "The owl, although I was out of breath." },
        { pace: "Just right", best: "How quiet eighteen people can be." },
      ],
    },
  ],
};
