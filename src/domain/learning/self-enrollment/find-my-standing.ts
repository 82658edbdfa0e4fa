import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { standingOf, standings } from "./standing.ts";

export const findMyStanding = operation({
  name: "findMyStanding",
  summary: "Report what the visitor can do about a course",
  access: forAnyone,
  writes: false,
  input: z.object({ courseId: Id("course") }),
  output: z.object({ standing: z.enum(standings) }),
  async run(context, { courseId }) {
    const { standing } = await standingOf(context, courseId);
    return { standing };
  },
});
