export type Audience = "operator" | "member";
