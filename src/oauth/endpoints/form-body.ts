import type { FastifyInstance, FastifyRequest } from "fastify";
import { acceptUrlEncodedForms } from "#http/form-body.ts";
import { Form } from "../form.ts";

/** Bytes, far above real forms. */
const maxForm = 64 * 1024;

export const acceptForms = (app: FastifyInstance): void => acceptUrlEncodedForms(app, maxForm);

/** Returns the form of a request; an empty one if there is no body. */
export const formOf = (request: FastifyRequest) => new Form(typeof request.body === "string" ? request.body : "");
