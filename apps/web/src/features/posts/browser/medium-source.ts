import { uploads } from '#core/uploads/browser/uploads.ts';
import { mediumUrl, type DraftMedium } from '../model/draft.ts';

// The engine lets a file go soon after it is uploaded: what is in sight here stays in sight.
const held = new Map<string, string>();

/** Where the page finds a picture: in its own memory while it has it, else at the server. */
export const mediumSource = (medium: DraftMedium): string | undefined => {
  const known = held.get(medium.key);
  if (known !== undefined) return known;
  const file = uploads.fileOf(medium.key);
  if (file === null) return mediumUrl(medium);
  const url = URL.createObjectURL(file);
  held.set(medium.key, url);
  return url;
};

/** Frees the memory of pictures that are shown no more. */
export const releaseMedia = (): void => {
  for (const url of held.values()) URL.revokeObjectURL(url);
  held.clear();
};
