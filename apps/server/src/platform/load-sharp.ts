import type sharp from 'sharp';

const load = async (): Promise<typeof sharp> => {
  const { default: library } = await import('sharp');
  // One thread, because images are made while users wait for calls.
  library.concurrency(1);
  library.cache(false);
  return library;
};

let loading: ReturnType<typeof load> | undefined;

/** The library for images, loaded with the first one: a start would wait for it, and many sites need none. */
export const loadSharp = (): ReturnType<typeof load> => (loading ??= load());
