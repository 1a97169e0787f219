import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { Cursor } from '../pipeline/connector.ts';

/** The page that was read last. */
const cursorSchema = z.object({
  advertiser: z.string().check(z.regex(/^\d+$/)),
  page: z.int().check(z.positive()),
  /** The parts that failed, each on a line: name, tab and reason. */
  failed: z._default(z.string(), ''),
});
export type ReadCursor = z.infer<typeof cursorSchema>;

/** Null restarts. */
export const parseCursor = (cursor: Cursor | null): ReadCursor | null =>
  parseUntrusted(cursorSchema, cursor).data ?? null;

/** The cursor after a page of a shop, with the parts that failed so far and the reasons. */
export const cursorAt = (
  advertiser: string,
  page: number,
  failed: ReadonlyMap<string, string>,
): ReadCursor => ({
  advertiser,
  page,
  failed: [...failed].map(([part, reason]) => `${part}\t${reason.replace(/\s+/g, ' ')}`).join('\n'),
});

/** The parts that failed before an interruption, with the reasons. */
export const failedBefore = (cursor: ReadCursor | null): readonly [string, string][] =>
  (cursor?.failed ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [part = '', reason = ''] = line.split('\t');
      return [part, reason];
    });
