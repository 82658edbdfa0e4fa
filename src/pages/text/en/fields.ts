export { default as actions } from "./action-labels.json" with { type: "json" };
export { default as effects } from "./action-effects.json" with { type: "json" };
export { default as hints } from "./field-hints.json" with { type: "json" };
export { default as labels } from "./field-labels.json" with { type: "json" };
export { default as problems } from "./field-problems.json" with { type: "json" };
export { default as resources } from "./resources.json" with { type: "json" };
export { default as values } from "./field-values.json" with { type: "json" };
