import type { FastifyInstance } from "fastify";
import type { Quotas } from "#http/quota.ts";
import type { StartVisit } from "../visit.ts";
import { coursePage } from "./course.ts";
import { lecturePage } from "./lecture.ts";
import { myCoursesPage } from "./my-courses.ts";
import { playerScript } from "./player-script.ts";
import { progressEndpoints } from "./progress.ts";
import { lessons } from "./pupil.ts";

interface Options {
  visit: StartVisit;
  csrfKey: Buffer;
  quotas: Quotas;
}

/** /learn: courses and lectures for members, and where it is kept how far they are. */
export function learnPages(app: FastifyInstance, options: Options): void {
  const start = lessons(options.visit);
  myCoursesPage(app, start);
  coursePage(app, start);
  lecturePage(app, start);
  progressEndpoints(app, start, options);

  app.get(playerScript.path, async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .type("text/javascript; charset=utf-8")
      .send(playerScript.body),
  );
}
