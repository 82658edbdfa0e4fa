/** The error for JSON with a field that could pollute the prototypes of server objects. */
export const forbiddenField = {
  code: "FORBIDDEN_FIELD",
  message: "The body has a field called __proto__, or constructor with a nested prototype. Use another name.",
};

/** Code of the error for JSON that exceeds a limit on its structure; its message names the limit. */
export const jsonLimitCode = "JSON_LIMIT_EXCEEDED";
