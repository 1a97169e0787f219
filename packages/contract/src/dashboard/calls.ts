import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';

/** The number of days of the dashboard, including today. */
export const DASHBOARD_DAYS = 30;

export const getDashboard = defineCall({
  method: 'GET',
  path: '/api/users/me/dashboard',
  summary: "One's numbers over the last 30 days",
  access: 'member',
  limit: { cost: 3 },
  audit: false,
  scope: 'account:read',
  response: z.object({
    success: z.literal(true),
    /** Of all the user's existing deals, since they were posted. */
    totals: z.object({
      activeDeals: z.int(),
      views: z.int(),
      likes: z.int(),
      favorites: z.int(),
    }),
    /**
     * Each of the last `DASHBOARD_DAYS` days (UTC), oldest first, including days without events.
     */
    days: z.array(
      z.object({
        /** ISO 8601 date. */
        date: z.string(),
        views: z.int(),
        likes: z.int(),
        favorites: z.int(),
      }),
    ),
    unreadNotices: z.int(),
  }),
});
