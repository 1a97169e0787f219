import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { measureRecording } from './recording.ts';

test('other work is done while the stated length of a large recording is read', async () => {
  const head = '1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102';
  const bytes = Buffer.concat([
    Buffer.from(`${head}1853806701ffffffffffffff`, 'hex'),
    Buffer.alloc(3 * 40_000, Buffer.from('ec8100', 'hex')),
  ]);
  let turns = 0;
  let isReading = true;
  const count = (): void => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  await measureRecording({
    open: () => Promise.resolve(Readable.from([bytes], { objectMode: false })),
    mediaType: 'video/webm',
    size: bytes.length,
  });
  isReading = false;
  expect(turns).toBeGreaterThan(20);
});
