import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { type ComponentProps, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { createEngineStore } from '#core/uploads/engine/engine-state.ts';
import { UploadEngine } from '#core/uploads/engine/engine.ts';
import { createFakePorts } from '#core/uploads/engine/testing/fake-ports.ts';
import type { DraftMedium } from '../model/draft.ts';

const device = vi.hoisted(() => ({ hasCamera: true }));
/** Whether the code that says why files were left out can be loaded. */
const explaining = vi.hoisted(() => ({ loads: true }));
vi.mock(import('../browser/explain-left-out.ts'), async (importOriginal) => {
  const { explainLeftOut } = await importOriginal();
  return {
    explainLeftOut: async (leftOut) => {
      if (!explaining.loads) throw new TypeError('Failed to fetch');
      return explainLeftOut(leftOut);
    },
  };
});
vi.mock('#shared/hooks/use-media-query.ts', () => ({ useMediaQuery: () => device.hasCamera }));

const { MediaField } = await import('./media-field.tsx');

const height = (): number => page.getByRole('group').element().getBoundingClientRect().height;

const cameraInput = () => document.querySelector('input[capture="environment"]');

beforeEach(async () => {
  device.hasCamera = true;
  explaining.loads = true;
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('posts.form');
});

test('a new photo is added after the existing images, as soon as files can be uploaded', async () => {
  const engine = new UploadEngine(createFakePorts().ports, createEngineStore());
  const ready = Promise.withResolvers<UploadEngine>();
  const there: DraftMedium = { key: 'first', kind: 'image', name: 'first.png', fileId: null };
  const taken: DraftMedium = { key: 'second', kind: 'image', name: 'photo.jpg', fileId: null };
  const upload = vi.fn<ComponentProps<typeof MediaField>['upload']>(() => ({
    media: [taken],
    leftOut: { wrongKind: ['manual.pdf'], tooMany: 2, rejection: null },
  }));
  const onChange = vi.fn<(media: readonly DraftMedium[]) => void>();
  await render(
    <MediaField
      media={[there]}
      error={undefined}
      onChange={onChange}
      untilReady={() => ready.promise}
      upload={upload}
      onAdding={() => {}}
    />,
  );
  const pressed = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
  await userEvent.click(page.getByRole('button', { name: 'Take a photo' }));
  expect(pressed.mock.instances).toEqual([cameraInput()]);
  pressed.mockRestore();

  const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
  await userEvent.upload(cameraInput() ?? document.body, photo);
  expect(upload).not.toHaveBeenCalled();
  ready.resolve(engine);
  await expect.poll(() => onChange.mock.calls).toEqual([[[there, taken]]]);
  expect(upload.mock.calls[0]?.[1].map(({ name }) => name)).toEqual(['photo.jpg']);
  const lines = page.getByRole('alert').getByRole('paragraph');
  await expect.element(lines.first()).toMatchTextContent('manual.pdf');
  await expect.element(lines.last()).toMatchTextContent('2 files were left out');
});

test('what is below the field does not move when a chosen file has been added', async () => {
  const fileId = crypto.randomUUID();
  const ready = Promise.withResolvers<UploadEngine>();
  const photo: DraftMedium = { key: 'photo', kind: 'image', name: 'photo.jpg', fileId };
  const Growing = () => {
    const [media, setMedia] = useState<readonly DraftMedium[]>([]);
    return (
      <MediaField
        media={media}
        error={undefined}
        onChange={setMedia}
        untilReady={() => ready.promise}
        upload={() => ({ media: [photo], leftOut: null })}
        onAdding={() => {}}
      />
    );
  };
  await render(<Growing />);
  const before = height();
  const file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
  await userEvent.upload(cameraInput() ?? document.body, file);
  await expect.poll(height).toBeGreaterThan(before);
  const waiting = height();
  ready.resolve(new UploadEngine(createFakePorts().ports, createEngineStore()));
  await expect.element(page.getByRole('button', { name: 'Remove: photo.jpg' })).toBeVisible();
  expect(Math.abs(height() - waiting)).toBeLessThan(20);
});

test('files that were left out are not left without a word', async () => {
  explaining.loads = false;
  const engine = new UploadEngine(createFakePorts().ports, createEngineStore());
  await render(
    <MediaField
      media={[]}
      error={undefined}
      onChange={() => {}}
      untilReady={() => Promise.resolve(engine)}
      upload={() => ({
        media: [],
        leftOut: { wrongKind: ['manual.pdf'], tooMany: 0, rejection: null },
      })}
      onAdding={() => {}}
    />,
  );
  const file = new File(['x'], 'manual.pdf', { type: 'application/pdf' });
  await userEvent.upload(cameraInput() ?? document.body, file);
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('a device without a camera offers files only', async () => {
  device.hasCamera = false;
  await render(
    <MediaField
      media={[]}
      error={undefined}
      onChange={() => {}}
      untilReady={() => Promise.reject(new Error('Not asked'))}
      upload={() => ({ media: [], leftOut: null })}
      onAdding={() => {}}
    />,
  );
  await expect.element(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  expect(cameraInput()).toBeNull();
});

const Field = () => {
  const [media, setMedia] = useState<readonly DraftMedium[]>(
    ['a.png', 'b.png'].map((name) => ({ key: name, kind: 'image', name, fileId: null })),
  );
  return (
    <MediaField
      media={media}
      error={undefined}
      onChange={setMedia}
      untilReady={() => Promise.reject(new TypeError('Nothing is chosen'))}
      upload={() => ({ media: [], leftOut: null })}
      onAdding={() => {}}
    />
  );
};

test('the keyboard goes on beside a removed picture, and at its star', async () => {
  await render(<Field />);
  const star = page.getByRole('button', { name: 'Make the main picture: b.png' });
  await userEvent.click(star);
  await expect.element(star).toHaveFocus();
  await expect.element(star).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(page.getByRole('button', { name: 'Remove: b.png' }));
  await expect.element(page.getByText('b.png removed, 1 left')).toBeInTheDocument();
  const remove = page.getByRole('button', { name: 'Remove: a.png' });
  await expect.element(remove).toHaveFocus();
  await userEvent.click(remove);
  await expect.element(page.getByText('a.png removed, none left')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Choose files' })).toHaveFocus();
});
