export { createAuditTrail } from './audit-trail.ts';
export type { AuditTrail } from './audit.ts';
