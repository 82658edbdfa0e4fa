import { fastify } from "fastify";
import { listEnrolledCoursesInBrief } from "#domain/learning/enrollments/enrolled-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Connection } from "../harness/cluster.ts";
import { announce, settings } from "../harness/serving.ts";
import { courseFields } from "./course-fields.ts";
import { first } from "./query.ts";
import { openReads } from "./reads.ts";

const { connection, port } = settings as { connection: Connection; port: number };
const reads = openReads(connection);

/** The upper limit: two statements and the JSON of the query, without further layers. */
const server = fastify({ logger: false });
server.get("/viewer", async ({ headers }) => {
  const { scope, tokenStatus } = await reads.authenticate(headers);
  const { memberId, name, email } = tokenStatus;
  const courses = await listEnrolledCoursesInBrief(scope, memberId, first, new Date());
  const enrolledCourses = { nodes: courses.map(courseFields) };
  return { data: { viewer: { id: formatId("member", memberId), name, email, enrolledCourses } } };
});
await server.listen({ port, host: "127.0.0.1" });
announce();
