export const apiKeyNotAccepted = "API keys are not accepted here. Send them to /api/v1 or /mcp.";
