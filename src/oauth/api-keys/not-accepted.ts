/** Error message of the OAuth endpoints. */
export const notAccepted = "API keys are not accepted here. Send them to /api/v1 or /mcp.";
