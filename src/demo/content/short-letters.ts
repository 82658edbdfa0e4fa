import { type CourseText, prose } from "./content.ts";

export const shortLetters: CourseText = {
  slug: "letters-that-get-answered",
  name: "Letters That Get Answered",
  subtitle: "Writing to people who have no time",
  description: prose`
    Most messages that go unanswered were not refused. They were put aside, because answering looked like work. Four
    short lectures about writing the other kind.`,
  level: "all",
  tags: ["writing", "work"],
  sections: [
    {
      title: "Before you write",
      lectures: [
        {
          title: "One letter, one question",
          minutes: 2,
          body: prose`
            Somebody reads your letter while standing in a queue. They can answer one question with one thumb. They
            cannot answer three, so they decide to do it properly in the evening, and in the evening there is supper.

            Before you write, finish this sentence: *I shall be content when they answer with …* If what follows is a
            date, a name, a yes, then you have a letter. If it is *their thoughts on the whole matter*, you have a
            meeting, or a wish.

            When you truly need three things, number them, and say which one you need first. You will get that one
            today, and perhaps the others out of good conscience.`,
        },
        {
          title: "The first line is the letter",
          minutes: 2,
          body: prose`
            Compare:

            > I hope you are well. As you may remember, we spoke in spring about the possibility of a reading in our
            > library, and since the programme for autumn is now being put together, I wanted to ask …

            > Would you read at our library on the evening of 9 October? We talked about it in spring.

            The second writer is not ruder. They gave away the most valuable thing first: what it is about. Everything
            the first writer says can still follow, for whoever wants to know, and now it will be read as background
            and not as fog.

            Write the letter as it comes to you. Then find the sentence with the question mark, and move it to the top.
            It is nearly always the last one.`,
        },
      ],
    },
    {
      title: "After you have written",
      lectures: [
        {
          title: "Make no easy to say",
          minutes: 2,
          body: prose`
            It sounds like bad advice. But silence is what people choose when *yes* is too much and *no* is unpleasant,
            and a no is worth more than silence: you can ask somebody else on the same day.

            So open the door. *If October is too full, a no is quite all right, and I would ask you again in spring.*
            Some will go through the door. More will notice that nobody is pushing, and stay.

            Say what happens otherwise, too. *Unless I hear from you by Friday, I shall print the programme without a
            reading* is neither threat nor reproach. It is a letter that answers itself.`,
        },
        {
          title: "Reminding, kindly",
          minutes: 1,
          body: prose`
            Wait a week. Then answer your own letter, so that it lies underneath, and write two lines: the question
            again, and nothing else. No *just*, no *sorry to bother you*, no *as I said on the third*. The person knows
            when you wrote. They have been carrying it about.

            Remind twice, never three times. After that the silence is the answer, and you may be cheerful about it:
            you were easy to answer, and you were not loud.`,
        },
      ],
    },
  ],
};
