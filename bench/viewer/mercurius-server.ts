import { fastify } from "fastify";
import { mercurius } from "mercurius";
import { formatId } from "#domain/platform/ids.ts";
import type { Connection } from "../harness/cluster.ts";
import { announce, settings } from "../harness/serving.ts";
import { courseFields } from "./course-fields.ts";
import { openPeerReads, type Viewer } from "./mercurius-reads.ts";

const { connection, port } = settings as { connection: Connection; port: number };
const reads = openPeerReads(connection);

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
  Query: { viewer: (_root: unknown, _args: unknown, { viewer }: { viewer: Viewer }) => viewer },
  Viewer: {
    id: ({ memberId }: Viewer) => formatId("member", memberId),
    async enrolledCourses(viewer: Viewer, { first }: { first: number }) {
      return { nodes: (await reads.courses(viewer, first)).map(courseFields) };
    },
  },
};

const server = fastify({ logger: false });
await server.register(mercurius, {
  schema,
  resolvers: resolvers as unknown as NonNullable<Parameters<typeof mercurius>[1]["resolvers"]>,
  context: async ({ headers }) => ({ viewer: await reads.authenticate(headers) }),
  // Compiles a query from its first repetition on.
  jit: 1,
  path: "/graphql",
});
await server.listen({ port, host: "127.0.0.1" });
announce();
