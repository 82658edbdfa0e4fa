import * as z from "zod";
import { type Role, roles } from "#access/roles.ts";
import { joinAlternatives } from "#lib/text/formats.ts";

const [minute, hour, day] = [60, 3600, 86_400];

/** Roles of staff, of which a school can require a second factor. */
export const staffRoles = ["owner", "manager", "lecturer", "teaching_assistant"] as const satisfies readonly Role[];

const listOf = <const Name extends Role>(names: readonly Name[]) =>
  z
    .array(z.enum(names, { error: () => `Expected ${joinAlternatives(names)}.` }))
    .max(names.length, `Expected at most ${names.length} roles.`)
    .default([]);

/** 0, or a number of seconds from the minimum to 366 days. */
const secondsOr0 = (min: number, expected: string) =>
  z
    .number(expected)
    .int(expected)
    .min(0, expected)
    .max(366 * day, expected)
    .refine((seconds) => seconds === 0 || seconds >= min, expected)
    .default(0);

/** The minima leave enough time to change the settings again. */
const idle = () =>
  secondsOr0(10 * minute, "Expected 0 (as session_lifetime), or 600 (10 minutes) to 31622400 seconds.");
const absolute = () => secondsOr0(hour, "Expected 0 (no limit), or 3600 (1 hour) to 31622400 seconds.");

/** Rules for the sign-in and the sessions of each role. The strictest rule of a member's roles counts. */
export const roleSettings = {
  /** Roles that need a second factor. */
  secondFactorRequired: listOf(staffRoles),
  /** Roles to which none is offered. All other roles may use one. */
  secondFactorOff: listOf(roles),
  /** Seconds without use after which a session ends. */
  sessionIdleOwner: idle(),
  sessionIdleManager: idle(),
  sessionIdleLecturer: idle(),
  sessionIdleTeachingAssistant: idle(),
  sessionIdleStudent: idle(),
  /** Seconds after the sign-in after which a session ends, however it is used. */
  sessionAbsoluteOwner: absolute(),
  sessionAbsoluteManager: absolute(),
  sessionAbsoluteLecturer: absolute(),
  sessionAbsoluteTeachingAssistant: absolute(),
  sessionAbsoluteStudent: absolute(),
};

export type RoleSettings = z.output<z.ZodObject<typeof roleSettings>>;

/** Settings of the session of a role. */
export const sessionSettings = {
  owner: { idle: "sessionIdleOwner", absolute: "sessionAbsoluteOwner" },
  manager: { idle: "sessionIdleManager", absolute: "sessionAbsoluteManager" },
  lecturer: { idle: "sessionIdleLecturer", absolute: "sessionAbsoluteLecturer" },
  teaching_assistant: { idle: "sessionIdleTeachingAssistant", absolute: "sessionAbsoluteTeachingAssistant" },
  student: { idle: "sessionIdleStudent", absolute: "sessionAbsoluteStudent" },
} as const satisfies Record<Role, { idle: keyof RoleSettings; absolute: keyof RoleSettings }>;

/** Returns whether the sessions of some role have rules of their own, which not every reader of a session knows. */
export const hasRoleRules = (settings: RoleSettings): boolean =>
  settings.secondFactorRequired.length > 0 ||
  roles.some((role) => settings[sessionSettings[role].idle] > 0 || settings[sessionSettings[role].absolute] > 0);

type Settings = RoleSettings & { sessionLifetime: number };

/** Returns the seconds without use after which a session of these roles ends. */
export const idleTimeOf = (settings: Settings, memberRoles: readonly Role[]): number =>
  memberRoles.length === 0
    ? settings.sessionLifetime
    : Math.min(...memberRoles.map((role) => settings[sessionSettings[role].idle] || settings.sessionLifetime));

/** Returns the longest time without use after which a session of any role still counts. */
export const longestIdleTime = (settings: Settings): number =>
  Math.max(settings.sessionLifetime, ...roles.map((role) => settings[sessionSettings[role].idle]));
