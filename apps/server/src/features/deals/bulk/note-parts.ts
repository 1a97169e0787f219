import type { ClientBase } from 'pg';

// Only where it differs, because products move between the parts of a source rarely.
const NOTE_PARTS = `
  UPDATE deals SET source_part = given.part
    FROM unnest($2::text[], $3::text[]) AS given (external_id, part)
   WHERE deals.source_id = $1 AND deals.external_id = given.external_id
     AND deals.source_part IS DISTINCT FROM given.part`;

/** Stores which part of their source named these deals, given by external id. */
export const noteParts = async (
  client: ClientBase,
  sourceId: string,
  parts: ReadonlyMap<string, string>,
): Promise<void> => {
  if (parts.size === 0) return;
  await client.query(NOTE_PARTS, [sourceId, [...parts.keys()], [...parts.values()]]);
};
