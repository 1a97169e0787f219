import { expect, test } from 'vitest';
import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import { BatchRejectedError } from '#core/uploads/engine/errors.ts';
import { started } from '#core/uploads/engine/testing/started-engine.ts';
import { MediaRejectedError, uploadMedia } from './media-uploads.ts';

const photos = (count: number, size = 1): File[] =>
  Array.from(
    { length: count },
    (_, index) => new File(['x'.repeat(size)], `${index}.jpg`, { type: 'image/jpeg' }),
  );

test('as many photos can be chosen at once as a post has, whatever a message has', async () => {
  const { engine } = await started({ config: { maxFiles: 10 } });
  const media = uploadMedia(engine, 'user', 'draft', 0, photos(12));
  expect(media.map(({ name }) => name)).toEqual(photos(12).map(({ name }) => name));
  expect(engine.state.get().uploads).toHaveLength(12);
  const rest = uploadMedia(engine, 'user', 'draft', 12, photos(MAX_DEAL_MEDIA - 12));
  expect(new Set([...media, ...rest].map(({ key }) => key)).size).toBe(MAX_DEAL_MEDIA);
});

test('a choice with one photo too many, or too large, starts no upload', async () => {
  const { engine } = await started({ config: { maxFiles: 10, maxFileSize: 5 } });
  expect(() => uploadMedia(engine, 'user', 'draft', 10, photos(MAX_DEAL_MEDIA - 9))).toThrow(
    MediaRejectedError,
  );
  expect(() => uploadMedia(engine, 'user', 'draft', 0, [...photos(11), ...photos(1, 6)])).toThrow(
    BatchRejectedError,
  );
  expect(engine.state.get().uploads).toEqual([]);
});
