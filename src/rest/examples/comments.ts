import { exampleId } from "#domain/platform/ids.ts";
import { type ResourceExamples, exampleOrigin } from "./examples.ts";

export const commentResources: ResourceExamples = {
  comment: {
    commentable: { type: "lecture", id: exampleId("lecture") },
    course_id: exampleId("course"),
    author: { member_id: exampleId("member"), name: "Ana Lima", role: "student" },
    body: "Is that Polaris above the chimney?",
    depth: 0,
    reply_count: 2,
    like_count: 4,
  },
  form: {
    name: "Before you come",
    slug: "before-you-come",
    description_markdown: "So that we can **prepare** your visit.",
    status: "open",
    submission_count: 17,
  },
  FormField: { handle: "telescope", label: "Which telescope have you got?", kind: "text", required: false },
  form_submission: {
    member_id: exampleId("member"),
    answers: { telescope: "Dobson 200" },
    files: [],
    source_url: `${exampleOrigin}/visit`,
  },
};
