import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { passesDuring } from '#test/passes-during.ts';
import { measureRecording } from './recording.ts';

test('other work is done while the stated length of a large recording is read', async () => {
  const head = '1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102';
  const bytes = Buffer.concat([
    Buffer.from(`${head}1853806701ffffffffffffff`, 'hex'),
    Buffer.alloc(3 * 40_000, Buffer.from('ec8100', 'hex')),
  ]);
  const passes = await passesDuring(() =>
    measureRecording({
      open: () => Promise.resolve(Readable.from([bytes], { objectMode: false })),
      mediaType: 'video/webm',
      size: bytes.length,
    }),
  );
  expect(passes).toBeGreaterThan(20);
});
