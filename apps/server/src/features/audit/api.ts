export { createAuditTrail, type AuditTrail } from './audit-trail.ts';
