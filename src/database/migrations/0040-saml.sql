-- requires 0.2.0
-- Adds providers that speak SAML 2.0. A response of one arrives without the cookies of the browser, so that it waits,
-- encrypted, with the request that it answers.
alter table identity_providers add column protocol text default 'openid' not null;
alter table identity_providers add column saml jsonb;
alter table provider_requests add column response bytea;
