import type { ClientBase } from 'pg';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import {
  applyRows,
  eraseChecks,
  noteUnread,
  countMissing,
  findMissing,
  keepMissing,
  type PartCount,
  removeMissing,
} from '#features/deals/api.ts';
import type { ImportNote, Withdrawals } from './withdrawals.ts';

/**
 * Rows per transaction. Search replicas wait for the oldest open transaction that took a change
 * number, so each must end in well under 10 s: this many take about 0.2 s.
 */
const BATCH_ROWS = 5_000;

/** Inserts the row of a new source, and updates the given values of a known one. */
export const ensureSource = async (
  client: ClientBase,
  { id, name, group, commission }: NewSource,
): Promise<void> => {
  await client.query(
    'INSERT INTO sources (id, name, source_group) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
    [id, name, group],
  );
  if (commission === undefined) return;
  await client.query('UPDATE sources SET commission = $2 WHERE id = $1', [id, commission]);
};

export interface NewSource {
  readonly id: string;
  readonly name: string;
  readonly group: SourceGroup;
  /** Whether its deals pay us a commission, as cards show; unchanged if not given. */
  readonly commission?: boolean | undefined;
}

/**
 * Records that a whole source was read. Fares that visitors checked earlier are then no fresher.
 */
export const noteChecked = async (client: ClientBase, sourceId: string): Promise<void> => {
  const { rows } = await client.query<{ source_group: SourceGroup }>(
    'UPDATE sources SET checked_at = now() WHERE id = $1 RETURNING source_group',
    [sourceId],
  );
  if (rows[0]?.source_group === 'travel') await eraseChecks(client, sourceId);
};

export interface ApplyOptions {
  readonly client: ClientBase;
  /** The name and group are used if the source is new. */
  readonly source: NewSource;
  /** Rows in the staging area. */
  readonly staged: number;
  /** Every active deal was read unchanged, so none is missing. */
  readonly holdsAll: boolean;
  /** Decides about the missing deals. */
  readonly decide: (parts: readonly PartCount[]) => Withdrawals;
  /** Called after each transaction with the number of applied changes. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface Applied {
  readonly inserted: number;
  readonly updated: number;
  readonly removed: number;
  readonly note: ImportNote | null;
}

/**
 * Applies a whole staged source in short transactions, and removes deals that it no longer has. If
 * interrupted, each deal is either as before or as the source has it now; the next import completes
 * the rest.
 */
export const applyStage = async ({
  client,
  source,
  staged,
  holdsAll,
  decide,
  onProgress,
  signal,
}: ApplyOptions): Promise<Applied> => {
  await ensureSource(client, source);
  const toRemove = holdsAll ? 0 : await findMissing(client, source.id);
  const total = staged + toRemove;
  const { held, note } = decide(toRemove === 0 ? [] : await countMissing(client, source.id));
  if (toRemove > 0) await keepMissing(client, held);

  let inserted = 0;
  let updated = 0;
  for (let from = 0; from < staged; from += BATCH_ROWS) {
    signal.throwIfAborted();
    const to = Math.min(staged, from + BATCH_ROWS);
    const applied = await applyRows(client, source.id, { from, to, stampChecked: false });
    inserted += applied.inserted;
    updated += applied.updated;
    onProgress(to, total);
  }
  let removed = 0;
  for (let from = 0; from < toRemove; from += BATCH_ROWS) {
    signal.throwIfAborted();
    removed += await removeMissing(client, from, from + BATCH_ROWS);
    onProgress(staged + removed, total);
  }
  await noteUnread(client);
  await noteChecked(client, source.id);
  return { inserted, updated, removed, note };
};
