import { uploads } from '#core/uploads/browser/uploads.ts';
import { mediumUrl, type DraftMedium } from '../model/draft.ts';

// The engine drops a file soon after its upload, but the form still shows it.
const held = new Map<string, string>();

/** The source of an image: the page's memory if it has the file, else the server. */
export const mediumSource = (medium: DraftMedium): string | undefined => {
  const known = held.get(medium.key);
  if (known !== undefined) return known;
  const file = uploads.fileOf(medium.key);
  if (file === null) return mediumUrl(medium);
  const url = URL.createObjectURL(file);
  held.set(medium.key, url);
  return url;
};

/** Frees the memory of images that are no longer shown. */
export const releaseMedia = (): void => {
  for (const url of held.values()) URL.revokeObjectURL(url);
  held.clear();
};
