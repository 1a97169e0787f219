import { expect, test } from 'vitest';
import { toastStore } from '#shared/ui/toast.ts';
import { filesOfEntries, filesOfFolder } from './folder-files.ts';

const unused = (): never => {
  throw new Error('Not used');
};

const entryOf = (fullPath: string) => ({
  fullPath,
  name: fullPath.split('/').at(-1) ?? '',
  filesystem: {
    name: '',
    get root() {
      return unused();
    },
  },
  getParent: unused,
});

/** A dropped file, of one byte unless `content` says otherwise. */
const fileEntry = (fullPath: string, content = 'x'): FileSystemFileEntry => {
  const entry = entryOf(fullPath);
  const file = new File([content], entry.name);
  return { ...entry, isFile: true, isDirectory: false, file: (take) => take(file) };
};

/** A dropped folder whose reader returns its entries in parts of two. */
const folderEntry = (
  fullPath: string,
  entries: readonly FileSystemEntry[],
): FileSystemDirectoryEntry => ({
  ...entryOf(fullPath),
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...entries];
    return { readEntries: (take) => take(left.splice(0, 2)) };
  },
  getDirectory: unused,
  getFile: unused,
});

test('the files of dropped folders are taken in the order of their paths', async () => {
  const files = await filesOfEntries([
    folderEntry('/trip', [
      fileEntry('/trip/10.png'),
      fileEntry('/trip/.DS_Store'),
      fileEntry('/trip/9.png'),
      fileEntry('/trip/empty.txt', ''),
      folderEntry('/trip/.git', [fileEntry('/trip/.git/config')]),
      folderEntry('/trip/videos', [fileEntry('/trip/videos/a.mp4'), fileEntry('/x/Thumbs.db')]),
    ]),
    fileEntry('/alone.txt'),
  ]);
  expect(files.map(({ name }) => name)).toEqual(['alone.txt', '9.png', '10.png', 'a.mp4']);
});

test('no more entries are looked at than the bound, however deep the folders are', async () => {
  let looked = 0;
  const endless = (path: string): FileSystemDirectoryEntry => {
    looked += 1;
    return Object.assign(folderEntry(path, []), {
      createReader: (): FileSystemDirectoryReader => ({
        readEntries: (take) => take([endless(`${path}/a`)]),
      }),
    });
  };
  expect(await filesOfEntries([endless('/a')])).toEqual([]);
  expect(looked).toBeLessThanOrEqual(1_001);
});

test('no more of the entries that a folder returns at once are taken than the bound', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => fileEntry(`/a/${index}`));
  const folder = Object.assign(folderEntry('/a', []), {
    createReader: (): FileSystemDirectoryReader => ({
      readEntries: (take) => take(many.splice(0)),
    }),
  });
  expect(await filesOfEntries([folder])).toHaveLength(999);
});

test('of a chosen folder, hidden and empty files are left out, and others are in the order of their paths', () => {
  const chosen = [
    ['b/1.txt', 'x'],
    ['a/2.txt', 'x'],
    ['a/empty.txt', ''],
    ['a/.git', 'x'],
    ['.ssh/key', 'x'],
  ].map(([path = '', content = '']) =>
    Object.defineProperty(new File([content], path.slice(2)), 'webkitRelativePath', {
      value: path,
    }),
  );
  expect(filesOfFolder(chosen).map(({ name }) => name)).toEqual(['2.txt', '1.txt']);
});

test('a folder without any file to attach says so', async () => {
  toastStore.set([]);
  expect(await filesOfEntries([folderEntry('/a', [folderEntry('/a/b', [])])])).toEqual([]);
  expect(toastStore.get()).toHaveLength(1);
  toastStore.set([]);
  expect(filesOfFolder([new File([], 'empty.txt')])).toEqual([]);
  expect(toastStore.get()).toHaveLength(1);
});
