import { toolIndex } from "../lists/tool-index.ts";

const names = new Set(toolIndex.map(({ name }) => name));

/** Resources that names of tools shorten. */
const fullNames: Readonly<Record<string, string>> = { product: "digital_product" };

/** Finds the tool that reads what a tool writes, drafts included: `admin_get_event` for `set_event_state`. */
export function findReadingTool(name: string): string | undefined {
  const resource = name.replace(/^[a-z]+_/, "").replace(/_(?:state|roles)$/, "");
  const fullName = fullNames[resource] ?? resource;
  return [`admin_get_${fullName}`, `get_${fullName}`].find((candidate) => names.has(candidate));
}
