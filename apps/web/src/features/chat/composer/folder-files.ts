import { currentLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';

/** The maximum number of files and folders of a drop that are looked at. */
const MAX_ENTRIES = 1_000;

/** Files that operating systems add to folders. */
const systemFiles: ReadonlySet<string> = new Set(['Thumbs.db', 'desktop.ini']);

const isHidden = (name: string): boolean => name.startsWith('.');

const isWanted = ({ name, size }: File): boolean =>
  size > 0 && !isHidden(name) && !systemFiles.has(name);

/** Without a notice, a folder from which nothing is attached would seem to be ignored. */
const orNotice = (files: readonly File[]): readonly File[] => {
  if (files.length === 0) showToast(currentLanguage().t('chat.folderUnreadable'), 'error');
  return files;
};

const byPath = (one: string, other: string): number =>
  one.localeCompare(other, undefined, { numeric: true });

/**
 * The files of a chosen folder and of those in it, by path, without empty ones, hidden ones, and those
 * in hidden folders.
 */
export const filesOfFolder = (chosen: Iterable<File>): readonly File[] =>
  orNotice(
    [...chosen]
      .filter((file) => isWanted(file) && !file.webkitRelativePath.split('/').some(isHidden))
      .toSorted((one, other) => byPath(one.webkitRelativePath, other.webkitRelativePath)),
  );

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** A reader returns the entries of a folder in parts, and an empty part at the end. */
const entriesIn = async (
  folder: FileSystemDirectoryEntry,
  maximum: number,
): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  while (entries.length < maximum) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    entries.push(...part);
  }
  return entries.slice(0, maximum);
};

/**
 * The files among dropped entries and in dropped folders, by path, without empty ones, hidden ones,
 * and those in hidden folders. Throws if the browser cannot read one of them.
 */
export const filesOfEntries = async (
  dropped: readonly FileSystemEntry[],
): Promise<readonly File[]> => {
  const waiting = [...dropped];
  const found: FileSystemFileEntry[] = [];
  // The loop also visits entries that are added while it runs.
  for (const entry of waiting) {
    if (isFile(entry)) found.push(entry);
    else if (isFolder(entry) && !isHidden(entry.name))
      waiting.push(...(await entriesIn(entry, MAX_ENTRIES - waiting.length)));
  }
  const files = await Promise.all(
    found
      .toSorted((one, other) => byPath(one.fullPath, other.fullPath))
      .map((entry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))),
  );
  return orNotice(files.filter(isWanted));
};
