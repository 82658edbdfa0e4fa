import type { FastifyInstance } from "fastify";
import { submissionPages } from "./answers.ts";
import { changePages } from "./change.ts";
import { editPages } from "./edit.ts";
import { readPages } from "./read.ts";

export const formPages = async (app: FastifyInstance): Promise<void> => {
  readPages(app);
  submissionPages(app);
  changePages(app);
  await app.register(editPages);
};
