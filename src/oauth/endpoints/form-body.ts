import type { FastifyInstance, FastifyRequest } from "fastify";
import { Form } from "../form.ts";

export const formType = "application/x-www-form-urlencoded";
/** Bytes; the longest real form is far below. */
const maxForm = 64 * 1024;

/** Bodies of the given plugin are read as text when they are forms; any other media type is refused. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(formType, { parseAs: "string", bodyLimit: maxForm }, (_request, body, done) =>
    done(null, body),
  );
}

/** The form of a request; one without a body is an empty form. */
export const formOf = (request: FastifyRequest) => new Form(typeof request.body === "string" ? request.body : "");
