import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { pageQuery, shortListCursor, shortListQuery } from '../common/page.ts';
import { lineOfText } from '../common/text.ts';
import { feedAccessSchema } from './feed-access.ts';
import {
  previewDealSchema,
  rejectedRowSchema,
  sourceIdSchema,
  sourceQueueSchema,
  sourceRunSchema,
  sourceSchema,
} from './source.ts';

export const RUN_PAGE_LIMIT = { default: 20, maximum: 100 } as const;
export const REJECTION_PAGE_LIMIT = { default: 50, maximum: 200 } as const;

const succeeded = z.object({ success: z.literal(true) });
const sourceParams = z.strictObject({ id: sourceIdSchema });

export const listSources = defineCall({
  method: 'GET',
  path: '/api/sources',
  summary: 'Every source that is read by schedule, and how it is (administrators)',
  access: 'admin',
  limit: { cost: 2 },
  audit: false,
  scope: 'sources:read',
  query: shortListQuery(),
  response: z.object({
    success: z.literal(true),
    sources: z.array(sourceSchema),
    queue: z.optional(sourceQueueSchema),
    nextCursor: shortListCursor,
  }),
});

export const listSourceRuns = defineCall({
  method: 'GET',
  path: '/api/sources/:id/runs',
  summary: 'Readings of a source, latest first (administrators)',
  access: 'admin',
  limit: { cost: 2 },
  audit: false,
  scope: 'sources:read',
  params: sourceParams,
  query: z.strictObject(pageQuery(RUN_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    runs: z.array(sourceRunSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const listRejectedRows = defineCall({
  method: 'GET',
  path: '/api/sources/:id/runs/:runId/rejected',
  summary: 'The first thousand rejected rows of a reading, with their reasons (administrators)',
  access: 'admin',
  limit: { cost: 2 },
  audit: false,
  scope: 'sources:read',
  params: z.strictObject({
    id: sourceIdSchema,
    runId: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Expected a run id')),
  }),
  query: z.strictObject(pageQuery(REJECTION_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    rows: z.array(rejectedRowSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const runSource = defineCall({
  method: 'POST',
  path: '/api/sources/:id/run',
  summary: 'Read a source now, also a paused one (administrators)',
  access: 'admin',
  limit: { cost: 20, rates: [perAccount(30, MINUTE_MS)] },
  audit: ['source.run', 'source.run-shrunk'],
  scope: 'sources:write',
  params: sourceParams,
  body: z._default(
    z.strictObject({
      /** Also accepts a source that lost nearly all its deals. */
      allowShrink: z._default(z.boolean(), false),
    }),
    { allowShrink: false },
  ),
  response: succeeded,
});

export const pauseSource = defineCall({
  method: 'POST',
  path: '/api/sources/:id/pause',
  summary: 'Read a source no longer by schedule; its deals stay (administrators)',
  access: 'admin',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: 'source.pause',
  scope: 'sources:write',
  params: sourceParams,
  response: succeeded,
});

export const resumeSource = defineCall({
  method: 'POST',
  path: '/api/sources/:id/resume',
  summary: 'Read a paused source by schedule again, beginning now (administrators)',
  access: 'admin',
  limit: { cost: 20, rates: [perAccount(30, MINUTE_MS)] },
  audit: 'source.resume',
  scope: 'sources:write',
  params: sourceParams,
  response: succeeded,
});

export const feedUrlSchema = z.string().check(
  z.trim(),
  z.maxLength(2_000),
  z.refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'Expected an http or https address',
  ),
);

/**
 * What administrators add by its URL: a merchant feed, or any site of a shop or of classifieds with
 * a sitemap and structured data.
 */
export const addedKinds = ['merchant-feed', 'site-shop', 'site-classifieds'] as const;
export type AddedKind = (typeof addedKinds)[number];

/** Where a new source is: the URL of the feed, of the site or of its sitemap. */
const addedSource = {
  kind: z._default(z.enum(addedKinds), 'merchant-feed'),
  url: feedUrlSchema,
  /** Only for feeds. */
  access: z.optional(feedAccessSchema),
};

export const previewFeed = defineCall({
  method: 'POST',
  path: '/api/sources/preview',
  summary:
    'Read some rows of a feed or pages of a site and show how they would be mapped (administrators)',
  access: 'admin',
  limit: { cost: 30, rates: [perAccount(30, MINUTE_MS)] },
  audit: false,
  scope: 'sources:write',
  errors: ['feed_unusable'],
  body: z.strictObject(addedSource),
  response: z.object({
    success: z.literal(true),
    /** The feed's own name, if it has one. */
    name: z.nullable(z.string()),
    suggestedId: z.nullable(sourceIdSchema),
    /** Rows read, and how many of them are valid. */
    rows: z.int(),
    accepted: z.int(),
    rejectedReasons: z.record(z.string(), z.int()),
    deals: z.array(previewDealSchema),
    rejected: z.array(rejectedRowSchema),
  }),
});

/**
 * Seconds between two readings of a feed: at least an hour, as the sources ask, and at most a week.
 */
export const FEED_EVERY_SECONDS = { minimum: 3_600, default: 3_600, maximum: 604_800 } as const;
/** The longest name of a feed, in UTF-16 units. */
export const MAX_FEED_NAME_LENGTH = 120;

export const addFeed = defineCall({
  method: 'POST',
  path: '/api/sources',
  summary: 'Read a feed or a site by schedule from now on (administrators)',
  access: 'admin',
  limit: { cost: 20, rates: [perAccount(30, MINUTE_MS)] },
  audit: 'source.add',
  scope: 'sources:write',
  errors: ['feed_unusable', 'source_id_taken'],
  body: z.strictObject({
    ...addedSource,
    id: sourceIdSchema,
    name: lineOfText({ minimum: 1, maximum: MAX_FEED_NAME_LENGTH }),
    /** Whether its deals pay us a commission, as cards and pages show. */
    commission: z._default(z.boolean(), false),
    everySeconds: z._default(
      z.int().check(z.minimum(FEED_EVERY_SECONDS.minimum), z.maximum(FEED_EVERY_SECONDS.maximum)),
      FEED_EVERY_SECONDS.default,
    ),
  }),
  response: z.object({ success: z.literal(true), id: sourceIdSchema }),
});
