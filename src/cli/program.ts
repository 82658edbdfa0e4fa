import type { Command } from "commander";
import { settings } from "#server/config.ts";
import { remoteGroups } from "./remote/groups.ts";
import { assembleProgram, type Group } from "./terminal/assemble-program.ts";

/** In the order of the help. */
const groups: Record<string, Group> = {
  serve: {
    summary: "start the server",
    load: async () => (await import("./serve.ts")).addServeCommand,
  },
  init: {
    summary: "create an installation with a school and its owner",
    load: async () => (await import("./init/init.ts")).addInitCommand,
  },
  update: {
    summary: "update an installation from an archive, and go back if it fails",
    load: async () => (await import("./update/update.ts")).addUpdateCommand,
  },
  migrate: {
    summary: "migrate the database",
    load: async () => (await import("./database/migrate.ts")).addMigrateCommand,
  },
  site: {
    summary: "create, list, show and configure sites",
    load: async () => (await import("./site/site.ts")).addSiteCommands,
  },
  member: {
    summary: "add, list, export and erase members, change their roles and passwords",
    load: async () => (await import("./member/member.ts")).addMemberCommands,
  },
  import: {
    summary: "import courses, people and their activity",
    load: async () => (await import("./import/import.ts")).addImportCommands,
  },
  export: {
    summary: "export courses, people and their activity",
    load: async () => (await import("./export/export.ts")).addExportCommands,
  },
  integration: {
    summary: "add and list integrations, enable and disable them at a site",
    load: async () => (await import("./integration/integration.ts")).addIntegrationCommands,
  },
  form: {
    summary: "create forms from files, open and close them",
    load: async () => (await import("./form/form.ts")).addFormCommands,
  },
  docs: {
    summary: "write the documentation as files for a website",
    load: async () => (await import("./docs.ts")).addDocsCommand,
  },
  payments: {
    summary: "compare payments with Stripe and ECPay",
    load: async () => (await import("./payments.ts")).addPaymentsCommands,
  },
  ...remoteGroups,
  key: {
    summary: "create, list and revoke API keys",
    load: async () => (await import("./key/key.ts")).addKeyCommands,
  },
  keys: {
    summary: "list and rotate signing keys (ID tokens, Open Badges)",
    load: async () => (await import("./keys/keys.ts")).addKeysCommands,
  },
  backup: {
    summary: "back up the database and the files into one archive",
    load: async () => (await import("./backup/backup.ts")).addBackupCommands,
  },
  restore: {
    summary: "restore a backup into an empty installation",
    load: async () => (await import("./backup/restore.ts")).addRestoreCommand,
  },
  "move-database": {
    summary: "move the database to another PostgreSQL server, or back to the embedded one",
    load: async () => (await import("./database/move-database.ts")).addMoveDatabaseCommand,
  },
  database: {
    summary: "distribute the database over several nodes",
    load: async () => (await import("./database/database.ts")).addDatabaseCommands,
  },
  messages: {
    summary: "release emails and webhooks that are held after a restore",
    load: async () => (await import("./terminal/messages.ts")).addMessagesCommands,
  },
  secret: {
    summary: "save or rotate the secret key, or replace one that was lost",
    load: async () => (await import("./secret/secret.ts")).addSecretCommands,
  },
  doctor: {
    summary: "diagnose problems of this installation",
    load: async () => (await import("./doctor.ts")).addDoctorCommand,
  },
};

/** Builds the command of an installation. */
export const buildProgram = async (args?: readonly string[], print?: (text: string) => void): Promise<Command> =>
  assembleProgram(
    { description: "The open, self-hosted API server of an online-learning site.", groups, settings },
    args,
    print,
  );
