import { listIdentityProviders, createIdentityProvider } from "#domain/people/identity-providers/save-provider.ts";
import {
  listProvisioningKeys,
  readProvisioningKey,
  createProvisioningKey,
  revokeProvisioningKey,
} from "#domain/people/provisioning/keys/operations.ts";

/** Identity providers, and provisioning keys of directories. */
export const signInOperations = {
  listIdentityProviders,
  createIdentityProvider,
  listProvisioningKeys,
  readProvisioningKey,
  createProvisioningKey,
  revokeProvisioningKey,
};
