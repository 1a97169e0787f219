import { fileUrl } from '@izgodno/contract/uploads/file';
import type { FormFile } from '#core/uploads/form-file.ts';
import { uploads } from './uploads.ts';

// The engine drops a file soon after its upload, but the form still shows it.
const held = new Map<string, string>();

/** The URL of an image of a form: in the page's memory if it has the file, else on the server. */
export const previewUrl = ({ key, fileId }: FormFile): string | undefined => {
  const known = held.get(key);
  if (known !== undefined) return known;
  const file = uploads.fileOf(key);
  if (file === null) return fileId === null ? undefined : fileUrl(fileId);
  const url = URL.createObjectURL(file);
  held.set(key, url);
  return url;
};

/** Frees the memory of images that are no longer shown. */
export const releasePreviews = (): void => {
  for (const url of held.values()) URL.revokeObjectURL(url);
  held.clear();
};
