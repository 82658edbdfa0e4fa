import { tools } from "./tools.ts";

const names = new Set(tools.map(({ name }) => name));

/** Returns the tool that reads what a tool writes, drafts included: `admin_get_event` for `set_event_state`. */
export function readerOf(name: string): string | undefined {
  const resource = name.replace(/^[a-z]+_/, "").replace(/_(?:state|roles)$/, "");
  return [`admin_get_${resource}`, `get_${resource}`].find((candidate) => names.has(candidate));
}
