import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns } from "./queries.ts";
import { QuizAttempt, serializeAttempt, type WholeAttempt } from "./quiz-attempt.ts";

export const object = eventObject<WholeAttempt>({
  schema: QuizAttempt,
  table: sql`quiz_attempts`,
  columns: sql`${columns}, quiz_attempts.answers`,
  serialize: (_context, rows) => rows.map(serializeAttempt),
});
