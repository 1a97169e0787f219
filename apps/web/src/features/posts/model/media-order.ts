import type { DraftMedium } from './draft.ts';

type Media = readonly DraftMedium[];

/**
 * Moves one medium to another position; the others keep their order. The first is the main image.
 */
export const moveMedium = (media: Media, key: string, place: number): Media => {
  const moved = media.find((medium) => medium.key === key);
  if (moved === undefined) return media;
  const others = media.filter((medium) => medium !== moved);
  const at = Math.min(Math.max(place, 0), others.length);
  return [...others.slice(0, at), moved, ...others.slice(at)];
};

export const withoutMedium = (media: Media, key: string): Media =>
  media.filter((medium) => medium.key !== key);

/** Replaces finished uploads by their files; each file occurs once. */
export const settleMedia = (media: Media, files: ReadonlyMap<string, string>): Media => {
  const seen = new Set<string>();
  const settled = media.flatMap((medium) => {
    const fileId = medium.fileId ?? files.get(medium.key) ?? null;
    if (fileId !== null && seen.has(fileId)) return [];
    if (fileId !== null) seen.add(fileId);
    return [fileId === medium.fileId ? medium : { ...medium, fileId }];
  });
  const isUnchanged =
    settled.length === media.length && settled.every((medium, rank) => medium === media[rank]);
  return isUnchanged ? media : settled;
};
