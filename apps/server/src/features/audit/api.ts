export { createAuditTrail, type AuditTrail } from './audit-trail.ts';
export { registerAudit } from './register-audit.ts';
