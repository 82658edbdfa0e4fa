import type { FastifyRequest } from "fastify";

/** The query of a request, with `?`. Forms of a sign-in keep it: it says where the person goes afterwards. */
export const queryOf = ({ url }: FastifyRequest): string => (url.includes("?") ? url.slice(url.indexOf("?")) : "");
