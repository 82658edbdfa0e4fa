import type { FastifyRequest } from "fastify";

const newer = "application/graphql-response+json";
const older = "application/json";

/** GraphQL over HTTP §6.3: the newer type where it is asked for. */
export const mediaTypeFor = ({ headers }: FastifyRequest): string =>
  `${headers.accept?.includes(newer) ? newer : older}; charset=utf-8`;

/**
 * The status of a request that could be read and is not executed (GraphQL over HTTP §6.4). Clients that ask for the
 * older type by its name read the errors of an answer only if that has a status of success.
 */
export const statusOfRefusal = ({ headers: { accept } }: FastifyRequest): 200 | 400 =>
  accept?.includes(older) && !accept.includes(newer) ? 200 : 400;
