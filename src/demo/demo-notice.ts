import { textTable } from "#lib/text-table.ts";
import { type DemoFile, demoFilePath } from "./demo-file.ts";

/** The terminal output about the demo: everything when it is new, later only the path of the file. */
export function demoNotice({ sites, isNew }: DemoFile & { isNew: boolean }, dataFolder: string): string {
  const file = demoFilePath(dataFolder);
  if (!isNew) {
    const places = sites.map(({ name, origin }) => [`  ${origin}`, name]);
    return `Demo sites (sign in with a member of ${file}):\n\n${textTable(places)}`;
  }
  const tables = sites.map(({ name, origin, members }) => {
    const rows = members.map(({ email, password, roles }) => [`  ${email}`, password, roles.join(", ")]);
    return `${name}\n${origin}\n\n${textTable(rows, ["  email", "password", "roles"])}`;
  });
  return `This installation was empty, so it now has a demo.\n\n${tables.join("\n\n")}\n\nThese credentials are also in ${file}. LECTERN_ENV=production creates no demo.`;
}
