import type { FastifyReply, FastifyRequest } from "fastify";
import type { DocsPage } from "../views/docs/layout.ts";

export type OpenDocsPage = (request: FastifyRequest, reply: FastifyReply) => Promise<DocsPage>;
