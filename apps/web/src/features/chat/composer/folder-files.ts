/** The maximum number of files and folders of a drop that are looked at. */
const MAX_ENTRIES = 1_000;

/** Files that operating systems add to folders. */
const systemFiles: ReadonlySet<string> = new Set(['Thumbs.db', 'desktop.ini']);

const isWanted = ({ name, size }: File): boolean =>
  size > 0 && !name.startsWith('.') && !systemFiles.has(name);

const byPath = (one: string, other: string): number =>
  one.localeCompare(other, undefined, { numeric: true });

/** The files of a chosen folder and of those in it, without hidden and empty ones, by path. */
export const filesOfFolder = (chosen: Iterable<File>): readonly File[] =>
  [...chosen]
    .filter(isWanted)
    .toSorted((one, other) => byPath(one.webkitRelativePath, other.webkitRelativePath));

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
 * The files among dropped entries and in dropped folders, without hidden and empty ones in folders,
 * by path. Throws if the browser cannot read one of them.
 */
export const filesOfEntries = async (
  dropped: readonly FileSystemEntry[],
): Promise<readonly File[]> => {
  const waiting = [...dropped];
  const found: FileSystemFileEntry[] = [];
  // The loop also visits entries that are added while it runs.
  for (const entry of waiting) {
    if (isFile(entry)) found.push(entry);
    else if (isFolder(entry))
      waiting.push(...(await entriesIn(entry, MAX_ENTRIES - waiting.length)));
  }
  const files = await Promise.all(
    found
      .toSorted((one, other) => byPath(one.fullPath, other.fullPath))
      .map((entry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))),
  );
  return files.filter(isWanted);
};
