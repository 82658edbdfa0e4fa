/** Returns whether a statement failed because another row refers to the deleted one (PostgreSQL: foreign_key_violation). */
export const isReferred = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23503";
