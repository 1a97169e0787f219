import { expect, test } from 'vitest';
import { MAX_DEAL_MEDIA } from '@izgodno/contract/posts/calls';
import { started } from '#core/uploads/engine/testing/started-engine.ts';
import { uploadMedia } from './media-uploads.ts';

const post = { userId: 'user', draftId: 'draft' };

const photos = (count: number, size = 1): File[] =>
  Array.from(
    { length: count },
    (_, index) => new File(['x'.repeat(size)], `${index}.jpg`, { type: 'image/jpeg' }),
  );

test('as many photos can be chosen at once as a post has, whatever a message has', async () => {
  const { engine } = await started({ config: { maxFiles: 10 } });
  const { media, leftOut } = uploadMedia(engine, { ...post, held: 0, files: photos(12) });
  expect(leftOut).toBeNull();
  expect(media.map(({ name }) => name)).toEqual(photos(12).map(({ name }) => name));
  expect(engine.state.get().uploads).toHaveLength(12);
  const files = photos(MAX_DEAL_MEDIA - 12);
  const { media: rest } = uploadMedia(engine, { ...post, held: 12, files });
  expect(new Set([...media, ...rest].map(({ key }) => key)).size).toBe(MAX_DEAL_MEDIA);
});

const named = (...names: readonly string[]): File[] =>
  names.map(
    (name) =>
      new File(['x'], name, { type: name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg' }),
  );

test('files of another kind are left out by name, and the photos beside them are taken', async () => {
  const { engine } = await started({});
  const files = named('a.jpg', 'manual.pdf', 'b.jpg');
  const { media, leftOut } = uploadMedia(engine, { ...post, held: 0, files });
  expect(media.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
  expect(leftOut).toEqual({ wrongKind: ['manual.pdf'], tooMany: 0, rejection: null });
});

test('of more photos than a post has room for, the first are taken', async () => {
  const { engine } = await started({ config: { maxFiles: 10 } });
  const files = [...named('manual.pdf'), ...photos(MAX_DEAL_MEDIA - 7)];
  const { media, leftOut } = uploadMedia(engine, { ...post, held: 10, files });
  expect(media.map(({ name }) => name)).toEqual(
    photos(MAX_DEAL_MEDIA - 10).map(({ name }) => name),
  );
  expect(leftOut).toEqual({ wrongKind: ['manual.pdf'], tooMany: 3, rejection: null });
  expect(uploadMedia(engine, { ...post, held: MAX_DEAL_MEDIA, files: photos(1) })).toEqual({
    media: [],
    leftOut: { wrongKind: [], tooMany: 1, rejection: null },
  });
});

test('a photo that is too large is left out, and the others are taken', async () => {
  const { engine } = await started({ config: { maxFiles: 10, maxFileSize: 5 } });
  const files = [...photos(1, 6), ...named('fits.jpg')];
  const { media, leftOut } = uploadMedia(engine, { ...post, held: 0, files });
  expect(media.map(({ name }) => name)).toEqual(['fits.jpg']);
  expect(leftOut?.rejection?.errors.map(({ fileName }) => fileName)).toEqual(['0.jpg']);
  expect(engine.state.get().uploads).toHaveLength(1);
});
