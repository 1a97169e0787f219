import { describe, expect, test } from 'vitest';
import type { StoredFile } from '@izgodno/contract/uploads/file';
import { createUuidV7 } from '#platform/uuid.ts';
import {
  failFreePlaceholders,
  fileIdsOfUrls,
  fillPlaceholders,
  keepAttachments,
} from './attachments.ts';

const file = (name: string, size = 10): StoredFile => {
  const id = createUuidV7(1);
  return {
    id,
    url: `/api/files/${id}`,
    name,
    kind: 'image',
    mediaType: 'image/jpeg',
    size,
    status: 'ready',
    width: 4,
    height: 3,
    variants: { 'small.webp': `/api/files/${id}/small.webp` },
  };
};

const placeholder = (fileName: string, fileSize = 10) =>
  ({
    isPlaceholder: true,
    placeholderId: `ph ${fileName}`,
    fileName,
    fileSize,
    mimeType: 'image/jpeg',
  }) as const;

const shown = (
  attachments: readonly { readonly fileName: string; readonly fileUrl: string | null }[],
) => attachments.map(({ fileName, fileUrl }) => [fileName, fileUrl !== null]);

describe('placeholders of files', () => {
  test('are filled by name and size, in whatever order the files arrive', () => {
    const attachments = keepAttachments([placeholder('a'), placeholder('b'), placeholder('c')], []);
    const filled = fillPlaceholders(attachments, [file('c'), file('a')]);
    expect(shown(filled)).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ]);
    expect(filled[2]).toMatchObject({
      isPlaceholder: false,
      placeholderId: 'ph c',
      uploadStatus: 'completed',
      progress: 100,
      width: 4,
      thumbnailUrl: expect.stringContaining('small.webp'),
    });
  });

  test('without a file are marked as failed until the file arrives', () => {
    const attachments = keepAttachments([placeholder('a'), placeholder('b')], []);
    const some = failFreePlaceholders(fillPlaceholders(attachments, [file('b')]));
    expect(some.map(({ uploadStatus }) => uploadStatus)).toEqual(['failed', 'completed']);
    const all = fillPlaceholders(some, [file('a')]);
    expect(shown(all)).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(all.map(({ uploadStatus }) => uploadStatus)).toEqual(['completed', 'completed']);
  });

  test('are filled by the files of uploads that named them, whatever was chosen for them again', () => {
    const attachments = keepAttachments([placeholder('a'), placeholder('b'), placeholder('c')], []);
    const chosen = { ...file('a'), placeholderId: 'ph b' };
    const failed = failFreePlaceholders(attachments, (id) => id !== 'ph c');
    expect(shown(fillPlaceholders(failed, [chosen]))).toEqual([
      ['a', false],
      ['a', true],
      ['c', false],
    ]);
  });

  test('that have failed are filled after those that wait', () => {
    const waiting = { ...placeholder('b'), placeholderId: 'waiting' };
    const attachments = keepAttachments([placeholder('a'), placeholder('b'), waiting], []);
    const some = failFreePlaceholders(attachments, (id) => id !== 'waiting');
    const filled = fillPlaceholders(some, [file('b')]);
    expect(shown(filled)).toEqual([
      ['a', false],
      ['b', false],
      ['b', true],
    ]);
    // A retried one has its name.
    expect(shown(fillPlaceholders(some, [file('a'), file('renamed')]))).toEqual([
      ['a', true],
      ['b', false],
      ['renamed', true],
    ]);
  });

  test('are filled in order by files of other names; files without a placeholder come last', () => {
    const attachments = keepAttachments([placeholder('a')], []);
    expect(shown(fillPlaceholders(attachments, [file('renamed'), file('more')]))).toEqual([
      ['renamed', true],
      ['more', true],
    ]);
  });

  test('that are filled stay unchanged when the same files arrive again', () => {
    const files = [file('a'), file('b')];
    const once = fillPlaceholders(keepAttachments([placeholder('a'), placeholder('b')], []), files);
    expect(fillPlaceholders(once, files)).toEqual(once);
  });
});

test('a recording keeps what the server read from the file, else what its sender gave', () => {
  const said = { durationMs: 5_000, waveform: [1, 2] };
  const known = { ...file('voice.webm'), durationMs: 4_900 };
  const [attachment] = keepAttachments([{ fileId: known.id, ...said }], [known]);
  expect(attachment).toMatchObject({ durationMs: 4_900, waveform: [1, 2] });
});

test('URLs of anything but files are rejected by field', () => {
  const { id } = file('a');
  expect(fileIdsOfUrls([`/api/files/${id}`, `https://izgodno.example/api/files/${id}`])).toEqual([
    id,
    id,
  ]);
  expect(() => fileIdsOfUrls([`/api/files/${id}`, 'https://elsewhere.example/a.jpg'])).toThrow(
    expect.objectContaining({ fields: { 'fileUrls.1': expect.anything() } }),
  );
});
