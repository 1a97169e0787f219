import type { MappedRecord, RecordBatch } from '../pipeline/connector.ts';

/** Characters of text whose records wait together, because records may be parts of long texts. */
const MAX_LENGTH = 4 * 2 ** 20;

/**
 * The records of a text, in batches for the database: of at least `least` records, or fewer of a
 * long text. `read` reads the text piece by piece.
 */
export const inBatches = async function* (
  texts: AsyncIterable<string>,
  least: number,
  read: (texts: AsyncIterable<string>) => AsyncIterable<readonly MappedRecord[]>,
): AsyncGenerator<RecordBatch> {
  let length = 0;
  const counted = async function* (): AsyncGenerator<string> {
    for await (const text of texts) {
      length += text.length;
      yield text;
    }
  };
  let batch: MappedRecord[] = [];
  for await (const records of read(counted())) {
    for (const record of records) batch.push(record);
    if (batch.length === 0 || (batch.length < least && length < MAX_LENGTH)) continue;
    yield { records: batch };
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield { records: batch };
};
