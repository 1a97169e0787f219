import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { dealParams } from './deal-id.ts';
import { dealSchema } from './deal.ts';

export const getDeal = defineCall({
  method: 'GET',
  path: '/api/deals/:id',
  summary: 'Read one deal',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  scope: 'deals:read',
  params: dealParams,
  response: z.object({ success: z.literal(true), deal: dealSchema }),
});
