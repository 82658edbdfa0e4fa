import { listApplications, readApplication } from "#oauth/applications/list-applications.ts";
import { createApplication } from "#oauth/applications/create-application.ts";
import { updateApplication } from "#oauth/applications/update-application.ts";
import { rotateApplicationSecret } from "#oauth/applications/rotate-application-secret.ts";
import { deleteApplication } from "#oauth/applications/delete-application.ts";
import {
  listRegisteredApplications,
  readRegisteredApplication,
  deleteRegisteredApplication,
} from "#oauth/registered-applications/operations.ts";
import {
  listMetadataClients,
  getMetadataClient,
  reviewMetadataClient,
  blockMetadataClient,
  unblockMetadataClient,
  forgetReview,
} from "#oauth/metadata-documents/operations.ts";
import { readAllowedScopes } from "#oauth/clients/allowed-scopes.ts";
import { listIntegrations, enableIntegration, disableIntegration } from "#oauth/integrations/operations.ts";
import { listApiKeys, readApiKey, revokeApiKey } from "#oauth/api-keys/operations.ts";

/** OAuth applications, their documents, integrations and API keys. */
export const applicationOperations = {
  listApplications,
  readApplication,
  createApplication,
  updateApplication,
  rotateApplicationSecret,
  deleteApplication,
  listRegisteredApplications,
  readRegisteredApplication,
  deleteRegisteredApplication,
  listMetadataClients,
  getMetadataClient,
  reviewMetadataClient,
  blockMetadataClient,
  unblockMetadataClient,
  forgetReview,
  readAllowedScopes,
  listIntegrations,
  enableIntegration,
  disableIntegration,
  listApiKeys,
  readApiKey,
  revokeApiKey,
};
