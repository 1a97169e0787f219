-- Up Migration

-- They were stored under the whole URL, with the token in it; the next reading stores no such URL.
DELETE FROM source_validators
 WHERE url ~* '[?&][^=&]*(token|key|secret|pass|pwd|auth|sig|hash|session|sid)[^=&]*=';

-- Down Migration
SELECT 1;
