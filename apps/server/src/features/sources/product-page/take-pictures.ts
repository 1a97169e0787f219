import { CallError } from '#platform/http/errors.ts';
import { GuardedFetchError, type GuardedFetch } from '#platform/http/guarded-fetch.ts';
import type { Files } from '#features/uploads/api.ts';

/** The largest image in bytes. */
const MAX_PICTURE_BYTES = 8 * 2 ** 20;
/** Milliseconds that a user waits in the form. */
const TIMEOUT_MS = 8_000;

/** The file name in a URL. */
const nameOf = (url: string): string => {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'picture';
  } catch {
    return last;
  }
};

export interface TakePicturesOptions {
  readonly fetch: GuardedFetch;
  readonly files: Pick<Files, 'keepPicture'>;
}

/**
 * Copies images of the web to a user's files. Images that cannot be fetched or are rejected are
 * left out.
 */
export const takePictures = async (
  { fetch, files }: TakePicturesOptions,
  ownerId: string,
  urls: readonly string[],
): Promise<readonly string[]> => {
  const take = async (url: string): Promise<string | null> => {
    try {
      const { status, headers, body } = await fetch(url, {
        accept: 'image/*',
        maxBytes: MAX_PICTURE_BYTES,
        timeoutMs: TIMEOUT_MS,
      });
      if (status !== 200) return null;
      const mediaType = headers.get('content-type')?.split(';')[0]?.trim() ?? '';
      return (await files.keepPicture({ ownerId, name: nameOf(url), mediaType, bytes: body })).id;
    } catch (error) {
      if (error instanceof GuardedFetchError || error instanceof CallError) return null;
      throw error;
    }
  };
  const taken = await Promise.all([...new Set(urls)].map(take));
  return taken.filter((id) => id !== null);
};
