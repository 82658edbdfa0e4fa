import type { FastifyRequest } from "fastify";
import { weightOf } from "#http/negotiation.ts";

const newer = "application/graphql-response+json";
const older = "application/json";

/**
 * GraphQL over HTTP §6.3: the newer type if the client names it and does not prefer the older one. Clients that accept
 * neither get the older one (RFC 9110 §12.4.1).
 */
const prefersNewer = (accept: string | undefined): boolean => {
  const weight = weightOf(accept, newer) ?? 0;
  return weight > 0 && weight >= (weightOf(accept, older) ?? 0);
};

export const mediaTypeFor = ({ headers: { accept } }: FastifyRequest): string =>
  `${prefersNewer(accept) ? newer : older}; charset=utf-8`;

/**
 * Status of a readable request that is not executed (GraphQL over HTTP §6.4). Clients that ask for the older type read
 * errors only from a successful response.
 */
export const statusOfRefusal = ({ headers: { accept } }: FastifyRequest): 200 | 400 =>
  !prefersNewer(accept) && (weightOf(accept, older) ?? 0) > 0 ? 200 : 400;
