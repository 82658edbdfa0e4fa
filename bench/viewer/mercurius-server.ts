import { fastify } from "fastify";
import { mercurius } from "mercurius";
import { listEnrolledCourses } from "#domain/enrollments/queries.ts";
import { formatId } from "#domain/ids.ts";
import type { Connection } from "../harness/cluster.ts";
import { announce, settings } from "../harness/serving.ts";
import { type Authenticated, courseFields, openReads } from "./reads.ts";

const { connection, port } = settings as { connection: Connection; port: number };
const reads = openReads(connection);

const schema = `
  type Query { viewer: Viewer! }
  type Viewer { id: ID! name: String email: String! enrolledCourses(first: Int! = 20): EnrolledCourseConnection! }
  type EnrolledCourseConnection { nodes: [EnrolledCourse!]! }
  type EnrolledCourse {
    slug: String!
    expireDate: String
    hasLifetimeAccess: Boolean!
    lastWatchedLecture: LastWatchedLecture
  }
  type LastWatchedLecture { lectureId: ID! positionSeconds: Int! }
`;

const resolvers = {
  Query: { viewer: (_root: unknown, _args: unknown, { standing }: Authenticated) => standing },
  Viewer: {
    id: ({ memberId }: Authenticated["standing"]) => formatId("member", memberId),
    async enrolledCourses({ memberId }: Authenticated["standing"], { first }: { first: number }, context: unknown) {
      const courses = await listEnrolledCourses((context as Authenticated).scope, memberId, { first });
      return { nodes: courses.map(courseFields) };
    },
  },
};

const server = fastify({ logger: false });
await server.register(mercurius, {
  schema,
  resolvers: resolvers as unknown as NonNullable<Parameters<typeof mercurius>[1]["resolvers"]>,
  context: ({ headers }) => reads.authenticate(headers),
  // Compiled from the first repetition on.
  jit: 1,
  path: "/graphql",
});
await server.listen({ port, host: "127.0.0.1" });
announce();
