import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ATTACHMENTS_LIMIT } from '@izgodno/contract/chat/limits';
import { toastStore } from '#shared/ui/toast.ts';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';

const device = vi.hoisted(() => ({ isHandheld: true }));
vi.mock('#shared/hooks/use-media-query.ts', () => ({
  useMediaQuery: (query: string) => query.includes('coarse') === device.isHandheld,
}));

const limits = vi.hoisted((): { config: object } => ({ config: { kind: 'loading' } }));
vi.mock('#core/uploads/browser/uploads.ts', () => ({ uploads: { state: { get: () => limits } } }));

const { FileButtons, FileChips } = await import('./file-chips.tsx');

const Files = () => {
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <>
      <FileChips files={files} onChange={setFiles} />
      <FileButtons files={files} onChange={setFiles} isHandheld={device.isHandheld} />
    </>
  );
};

const aFile = (name: string, type = 'text/plain'): File => new File(['x'], name, { type });
const cameraInput = () => document.querySelector('input[capture="environment"]');
const pickerInput = () => document.querySelector('input[type=file]:not([capture])');
const folderInput = () => document.querySelector('input[webkitdirectory]');
const names = () => [...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent);

beforeEach(async () => {
  device.isHandheld = true;
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('chat');
});

test('a photo from the camera is added after the chosen files', async () => {
  await render(<Files />);
  const pressed = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
  await userEvent.click(page.getByRole('button', { name: 'Take a picture' }));
  expect(pressed.mock.instances).toEqual([cameraInput()]);
  pressed.mockRestore();
  expect(cameraInput()?.getAttribute('accept')).toBe('image/*');

  await userEvent.upload(pickerInput() ?? document.body, [aFile('list.txt'), aFile('map.txt')]);
  await userEvent.upload(cameraInput() ?? document.body, aFile('photo.jpg', 'image/jpeg'));
  await expect.poll(names).toEqual(['list.txt', 'map.txt', 'photo.jpg']);
  await userEvent.click(page.getByRole('button', { name: 'Remove map.txt' }));
  expect(names()).toEqual(['list.txt', 'photo.jpg']);
});

test('a device with a mouse offers files and folders', async () => {
  device.isHandheld = false;
  await render(<Files />);
  await expect.element(page.getByRole('button', { name: 'Attach files' })).toBeVisible();
  expect(cameraInput()).toBeNull();
  const pressed = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
  await userEvent.click(page.getByRole('button', { name: 'Attach a folder' }));
  expect(pressed.mock.instances).toEqual([folderInput()]);
  pressed.mockRestore();
});

test.for([
  [{ kind: 'ready', config: { maxFiles: 12 } }, 12],
  [{ kind: 'ready', config: { maxFiles: 3 } }, 3],
  // The server has not said it yet.
  [{ kind: 'loading' }, ATTACHMENTS_LIMIT.default],
] as const)('files beyond the limit %o are left out, and counted', async ([config, limit]) => {
  limits.config = config;
  await render(<Files />);
  const many = Array.from({ length: limit + 2 }, (_, index) => aFile(`${index}.txt`));
  await userEvent.upload(pickerInput() ?? document.body, many);
  await expect.poll(names).toHaveLength(limit);
  expect(toastStore.get().at(-1)?.text).toBe(
    `2 files were left out: a message can have at most ${limit}.`,
  );
});
