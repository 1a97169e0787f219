import * as z from 'zod/mini';

export const formFileSchema = z.object({
  /** The id of its upload; for a file that was stored before, the file's. */
  key: z.string(),
  /** The file's name; empty if unknown. */
  name: z.string(),
  /** Null during the upload. */
  fileId: z.nullable(z.string()),
});
/** A file of a form, uploaded before the form is sent. The form stores it in the browser. */
export type FormFile = Readonly<z.infer<typeof formFileSchema>>;

/** Replaces finished uploads by their files; each file occurs once. */
export const settleFiles = <File extends FormFile>(
  files: readonly File[],
  /** The ids of files, by those of their uploads. */
  uploaded: ReadonlyMap<string, string>,
): readonly File[] => {
  const seen = new Set<string>();
  const settled = files.flatMap((file) => {
    const fileId = file.fileId ?? uploaded.get(file.key) ?? null;
    if (fileId !== null && seen.has(fileId)) return [];
    if (fileId !== null) seen.add(fileId);
    return [fileId === file.fileId ? file : { ...file, fileId }];
  });
  const isUnchanged =
    settled.length === files.length && settled.every((file, rank) => file === files[rank]);
  return isUnchanged ? files : settled;
};

/** The name of a file among those of its form: each pasted image is `image.png`. Empty if unknown. */
export const nameAmong = (files: readonly FormFile[], { key, name }: FormFile): string => {
  const rank = files.filter((file) => file.name === name).findIndex((file) => file.key === key);
  return name !== '' && rank > 0 ? `${name} (${rank + 1})` : name;
};
