const noSessions =
  "The server keeps no sessions, so that any process can answer any request. It cannot send a request to a client and wait for the response. Clients of 2026-07-28 get an `input_required` result instead.";
const noWatchedResources =
  "The capability is not declared: no resource can be watched, because there is no stream for notifications in this revision.";
const noSessionId = "The scenario needs a session ID, which is optional. The server keeps no sessions.";
const noTasks = "The extension is not declared. Long work is a job of the school: `get_job` returns its state.";
const noCustomHeaders = "No tool takes arguments in headers of its own (`x-mcp-header`).";

/** Reasons for which scenarios do not pass, by their names, or by the beginning of their names. */
export const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "2026-07-28": {
    "tasks-": noTasks,
    "http-custom-header-server-validation": noCustomHeaders,
  },
  "2025-11-25": {
    "tools-call-sampling": noSessions,
    "tools-call-elicitation": noSessions,
    "elicitation-sep1034-defaults": noSessions,
    "elicitation-sep1330-enums": noSessions,
    "resources-subscribe": noWatchedResources,
    "resources-unsubscribe": noWatchedResources,
    "server-sse-multiple-streams": `${noSessionId} It passes in 2026-07-28.`,
    "server-sse-polling": noSessionId,
    "server-session-lifecycle": noSessionId,
  },
};
