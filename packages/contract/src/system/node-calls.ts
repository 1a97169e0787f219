import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { healthSchema, systemStatusSchema } from './calls.ts';

export const nodeSchema = z.object({
  /** The host and the port. */
  name: z.string(),
  /** As the node reported it last. */
  status: systemStatusSchema,
  parts: healthSchema.shape.parts,
  /** ISO 8601. */
  startedAt: z.string(),
  /** ISO 8601. */
  reportedAt: z.string(),
  /** Whether reports are missing: the node was killed, or cannot reach the database. */
  isSilent: z.boolean(),
});
export type Node = z.infer<typeof nodeSchema>;

export const listNodes = defineCall({
  method: 'GET',
  path: '/api/system/nodes',
  summary: 'The nodes of the last day that were not stopped, each with its health (administrators)',
  access: 'admin',
  limit: { cost: 2 },
  audit: false,
  response: z.object({ success: z.literal(true), nodes: z.array(nodeSchema) }),
});
