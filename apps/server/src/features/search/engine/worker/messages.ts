import { MessagePort } from 'node:worker_threads';
import { suggestionSchema } from '@izgodno/contract/search/calls';
import type { FilterValues } from '../../deal-search.ts';
import * as z from 'zod/mini';
import type { DeepReadonly } from '@izgodno/contract/common/deep-readonly';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { sortOrderSchema } from '@izgodno/contract/deals/vocabulary';
import {
  atLeastFilters,
  filters,
  flagFilters,
  oneOfFilters,
  type OneOfName,
  rangeParameters,
} from '@izgodno/contract/search/filters';
import { everyFacet } from '@izgodno/contract/deals/facets';

/** The options of the thread that changes the index. */
export const writerOptionsSchema = z.object({
  connectionString: z.string(),
  /** The folder of the snapshot. */
  directory: z.string(),
  /** At most this many threads build the index from the database. */
  builders: z.int(),
});
export type WriterOptions = z.infer<typeof writerOptionsSchema>;

type FilterShape = { readonly [Name in keyof FilterValues]: z.ZodMiniType<FilterValues[Name]> };

const valueOf = (name: OneOfName) => {
  const filter = filters[name];
  return 'values' in filter ? z.enum(filter.values) : z.string();
};

// TypeScript cannot follow the rows through a list of entries: the signature says what comes out.
function makeFilterShape(): FilterShape;
function makeFilterShape(): Readonly<Record<string, z.ZodMiniType>> {
  return Object.fromEntries([
    ...oneOfFilters.map((name) => [name, z.array(valueOf(name))]),
    ...[...rangeParameters, ...atLeastFilters].map((name) => [name, z.nullable(z.int())]),
    ...flagFilters.map((name) => [name, z.boolean()]),
  ]);
}

const querySchema = z.object({
  ...makeFilterShape(),
  text: z.string(),
  without: z.array(z.string()),
  sort: sortOrderSchema,
  raw: z.boolean(),
  brands: z.boolean(),
  brief: z.boolean(),
});

const searchSchema = z.object({
  kind: z.literal('search'),
  call: z.int(),
  query: querySchema,
  limit: z.int(),
  cursor: z.nullable(z.string()),
});

const suggestSchema = z.object({
  kind: z.literal('suggest'),
  call: z.int(),
  text: z.string(),
  limit: z.int(),
});

/** The port between the thread that changes the index and one that reads it. */
const connectSchema = z.object({ kind: z.literal('connect'), port: z.instanceof(MessagePort) });

/**
 * Messages to a thread of the index, compiled as the reports are. A response repeats the `call`
 * number of its request.
 */
export const requestSchema = z.compile(
  z.discriminatedUnion('kind', [
    searchSchema,
    suggestSchema,
    connectSchema,
    /** Deals have changed. */
    z.object({ kind: z.literal('wake') }),
    z.object({ kind: z.literal('close') }),
  ]),
);
export type Request = z.infer<typeof requestSchema>;
export type Call = DeepReadonly<Extract<Request, { readonly call: number }>>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));
const brandFacet = z.array(z.object({ value: z.string(), count: z.int(), name: z.string() }));

const pageSchema = z.object({
  hits: z.array(z.object({ id: z.string(), version: z.int() })),
  total: z.int(),
  facets: z.object({ ...everyFacet(() => facet), brand: brandFacet }),
  nextCursor: z.nullable(z.string()),
  partial: z.boolean(),
  correctedQuery: z.nullable(z.string()),
  dropped: z.array(z.string()),
});

/** Messages from a thread of the index. */
const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), call: z.int(), page: pageSchema }),
  z.object({
    kind: z.literal('suggestions'),
    call: z.int(),
    suggestions: z.array(suggestionSchema),
  }),
  z.object({
    kind: z.literal('refused'),
    call: z.int(),
    reason: z.enum(['invalid_cursor', 'failed']),
    message: z.string(),
  }),
  /** The snapshot cannot be used, with the reason. */
  z.object({ kind: z.literal('snapshot_unusable'), message: z.string() }),
  z.object({ kind: z.literal('loading'), done: z.int(), expected: z.int() }),
  /** The index serves from now on. */
  z.object({ kind: z.literal('ready'), deals: z.int() }),
  /**
   * Deals have changed, so pages read before may be out of date. `isNotified` if the index was notified
   * of the change, and did not find it as another process's.
   */
  z.object({ kind: z.literal('changed'), isNotified: z.boolean() }),
  /** The index has all changes of this snapshot of PostgreSQL, and this many deals. */
  z.object({ kind: z.literal('followed'), snapshot: z.string(), deals: z.int() }),
  /** Changes cannot be followed for now. */
  z.object({ kind: z.literal('behind'), message: z.string() }),
  z.object({ kind: z.literal('following') }),
  z.object({ kind: z.literal('snapshot_failed'), message: z.string() }),
  z.object({ kind: z.literal('closed') }),
]);
export type Report = DeepReadonly<z.infer<typeof reportSchema>>;

/** Compiled, because a page has a hundred parts. */
const compiledReportSchema = z.compile(reportSchema);
const encodedSchema = z.string();

/**
 * Encodes a report between the threads as text, because cloning a response's hundred small objects
 * takes several times as long.
 */
export const writeReport = (report: Report): string => JSON.stringify(report);
export const readReport = (message: unknown): Report =>
  expectShape(compiledReportSchema, JSON.parse(expectShape(encodedSchema, message)));

export type IndexResponse = Extract<Report, { readonly call: number }>;
/** Reports that respond to no call. */
export type IndexChange = Exclude<Report, IndexResponse>;
