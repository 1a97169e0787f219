import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';

export const systemStatuses = ['healthy', 'degraded', 'error'] as const;
export const systemStatusSchema = z.enum(systemStatuses);
export type SystemStatus = z.infer<typeof systemStatusSchema>;

export const healthSchema = z.object({
  success: z.literal(true),
  status: systemStatusSchema,
  parts: z.record(
    z.string(),
    z.object({ status: systemStatusSchema, detail: z.optional(z.string()) }),
  ),
});
export type Health = z.infer<typeof healthSchema>;

/** A monitor may add a parameter so that no cache answers. */
const probeQuery = z.object({});

export const getHealth = defineCall({
  method: 'GET',
  path: '/api/health',
  summary: 'How the product and each of its parts are doing',
  access: 'anyone',
  limit: { cost: 0 },
  audit: false,
  query: probeQuery,
  response: healthSchema,
});

export const getReady = defineCall({
  method: 'GET',
  path: '/api/ready',
  summary: 'Whether this node should be sent visitors: 200 or 503',
  access: 'anyone',
  limit: { cost: 0 },
  audit: false,
  query: probeQuery,
  response: healthSchema,
});
