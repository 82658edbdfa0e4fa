import type { FastifyRequest } from "fastify";

const newer = "application/graphql-response+json";
const older = "application/json";

/** GraphQL over HTTP §6.3: the newer type if the client accepts it. */
export const mediaTypeFor = ({ headers }: FastifyRequest): string =>
  `${headers.accept?.includes(newer) ? newer : older}; charset=utf-8`;

/**
 * Status of a readable request that is not executed (GraphQL over HTTP §6.4). Clients that accept only the older type
 * read errors only from a successful response.
 */
export const statusOfRefusal = ({ headers: { accept } }: FastifyRequest): 200 | 400 =>
  accept?.includes(older) && !accept.includes(newer) ? 200 : 400;
