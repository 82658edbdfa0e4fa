import { InvalidArgumentError } from "commander";
import { inOrder, isRole, type Role, roles } from "#access/roles.ts";

/** `owner,lecturer` */
export function parseRoles(text: string): Role[] {
  const named = text.split(",").map((name) => name.trim());
  const unknown = named.find((name) => !isRole(name));
  if (unknown === undefined) return inOrder(named.filter(isRole));
  throw new InvalidArgumentError(
    `${unknown ? `"${unknown}" is not a role. ` : ""}Expected roles from ${roles.join(", ")}, separated by commas.`,
  );
}
