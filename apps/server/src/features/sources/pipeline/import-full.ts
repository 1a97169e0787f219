import { countStanding } from '#features/deals/api.ts';
import { applyStage, noteChecked } from './apply-stage.ts';
import type { RecordBatch } from './connector.ts';
import type { ImportOptions } from './import-options.ts';
import type { ChangeCounts } from './import-runs.ts';
import { refuseShrunk } from './shrink.ts';
import type { RecordSorter } from './sort-records.ts';
import { createStaging, type Staging } from '#features/deals/api.ts';

/** Reads the source to its end into the staging area; no deal changes yet. */
const readAll = async (
  batches: AsyncIterable<RecordBatch>,
  sorter: RecordSorter,
  staging: Staging,
  { connector, onProgress, signal }: ImportOptions,
): Promise<void> => {
  // The database stores one batch while the next one is parsed.
  let staged = Promise.resolve();
  for await (const { records } of batches) {
    signal.throwIfAborted();
    const { deals } = await sorter.sort(records);
    await staged;
    staged = staging.add(deals);
    // Awaited with the next batch; this avoids an unhandled rejection until then.
    staged.catch(() => {});
    onProgress({ phase: 'read', rows: sorter.reading().rows, fraction: connector.fractionRead() });
  }
  await staged;
};

/** Imports a source whose records are all it has; deals change only once it was read to its end. */
export const importFull = async (
  sourceId: string,
  batches: AsyncIterable<RecordBatch>,
  sorter: RecordSorter,
  changes: ChangeCounts,
  options: ImportOptions,
): Promise<void> => {
  const { client, connector, signal, onProgress } = options;
  const staging = await createStaging(client, sourceId);
  await readAll(batches, sorter, staging, options);
  if (connector.isUnchanged()) {
    await noteChecked(client, sourceId);
    return;
  }

  const standing = await countStanding(client, sourceId);
  if (!options.allowShrink) {
    refuseShrunk(sourceId, staging.staged + staging.unchanged, standing);
  }
  changes.unchanged = staging.unchanged;
  const applied = await applyStage({
    client,
    source: {
      id: sourceId,
      name: connector.describe().name ?? sourceId,
      group: options.group,
      commission: options.commission,
    },
    staged: staging.staged,
    holdsAll: staging.unchanged === standing,
    onProgress: (done, total) => onProgress({ phase: 'apply', rows: done, fraction: done / total }),
    signal,
  });
  Object.assign(changes, applied);
};
