import type { Connection } from '#schema/schema.ts';
import { listAfter, listBefore, type PlacedRow } from './message-rows.ts';

export interface PagePlace {
  readonly limit: number;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly around?: number | undefined;
}

export interface MessagePage {
  readonly rows: readonly PlacedRow[];
  readonly hasMore: boolean;
}

/**
 * The channel's position when the page was read; later changes are sent again. If two statements
 * read the rows, the earlier position counts. Null for an empty page.
 */
export const positionOf = ({
  rows,
}: MessagePage): { readonly version: number; readonly lastSeq: number } | null =>
  rows.length === 0
    ? null
    : {
        version: Math.min(...rows.map((row) => row.channel_version)),
        lastSeq: Math.max(...rows.map((row) => row.channel_last_seq)),
      };

/**
 * A page around a message: half before it, half from it on; each side fills what the other lacks.
 */
const readAround = async (
  connection: Connection,
  channelId: string,
  seq: number,
  limit: number,
): Promise<MessagePage> => {
  const [before, after] = await Promise.all([
    listBefore(connection, channelId, seq, limit + 1),
    listAfter(connection, channelId, seq - 1, limit + 1),
  ]);
  const half = Math.floor(limit / 2);
  const older = Math.min(before.length, Math.max(half, limit - after.length));
  const newer = Math.min(after.length, limit - older);
  return {
    rows: [...before.slice(0, older).reverse(), ...after.slice(0, newer)],
    hasMore: older < before.length || newer < after.length,
  };
};

/** Reads one page of a channel (contract, `listMessages`). */
export const readPage = async (
  connection: Connection,
  channelId: string,
  { limit, before, after, around }: PagePlace,
): Promise<MessagePage> => {
  if (around !== undefined) return readAround(connection, channelId, around, limit);
  const rows =
    after === undefined
      ? await listBefore(connection, channelId, before ?? null, limit + 1)
      : await listAfter(connection, channelId, after, limit + 1);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
};
