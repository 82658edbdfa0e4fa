import { env } from "node:process";
import { isLecternError, Lectern } from "@lectern/sdk";

const lectern = new Lectern({ origin: env["LECTERN_ORIGIN"] ?? "", apiKey: env["LECTERN_API_KEY"] ?? "" });

// Reads all pages.
for await (const course of lectern.each.listCourses({ query: { sort: ["name"] } })) {
  if (course.subtitle) continue;
  try {
    const edited = await lectern.updateCourse({
      path: { course: course.id },
      body: { subtitle: `Learn about ${course.name}` },
    });
    console.log(`${edited.name}: ${edited.subtitle}`);
  } catch (error) {
    if (!isLecternError(error, "not_found")) throw error;
    console.log(`${course.name} was deleted in the meantime.`);
  }
}
