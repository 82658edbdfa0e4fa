import type { FastifyInstance, FastifyRequest } from "fastify";
import { Form } from "../form.ts";

export const formType = "application/x-www-form-urlencoded";
/** Bytes, far above real forms. */
const maxForm = 64 * 1024;

/** Parses forms of this plugin as text and rejects other media types. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(formType, { parseAs: "string", bodyLimit: maxForm }, (_request, body, done) =>
    done(null, body),
  );
}

/** Returns the form of a request; an empty one if there is no body. */
export const formOf = (request: FastifyRequest) => new Form(typeof request.body === "string" ? request.body : "");
