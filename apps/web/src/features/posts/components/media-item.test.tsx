import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import type { FailedUpload } from '#core/uploads/engine/upload.ts';

/** The files that this page has. */
const held = vi.hoisted(() => ({ file: new Blob() }));
const failed: FailedUpload = {
  facts: {
    id: 'photo',
    placeholderId: 'm_0_photojpg_4',
    batchId: 'm_0',
    index: 0,
    userId: 'user',
    channelId: 'deals',
    messageId: 'm',
    fileName: 'photo.jpg',
    fileSize: 4,
    mimeType: 'image/jpeg',
    chunkSize: 1_000,
    resumable: true,
  },
  status: 'error',
  error: { kind: 'file-unavailable' },
  sentBytes: 0,
};
vi.mock('#core/uploads/browser/uploads.ts', () => ({
  uploads: { fileOf: () => held.file, act: () => {} },
  useUploads: () => ({ uploads: [failed] }),
}));

const { MediaItem } = await import('./media-item.tsx');

test.for([
  ['offers to try again with a file that the page has', new Blob(['test']), 1],
  ['does not offer it without the file, which an earlier page could not store', new Blob(), 0],
] as const)('a failed upload %s', async ([_what, file, buttons]) => {
  held.file = file;
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('posts.form');
  await loadArea('uploads');
  await render(
    <ul>
      <MediaItem
        medium={{ key: 'photo', kind: 'image', name: 'photo.jpg', fileId: null }}
        name="photo.jpg"
        index={0}
        total={1}
        onMove={() => {}}
        onDropHere={() => {}}
        onRemove={() => {}}
      />
    </ul>,
  );
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again: photo.jpg' }).elements()).toHaveLength(
    buttons,
  );
});
