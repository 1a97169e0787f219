/** Types that every supported browser decodes. */
const decodable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
/** Larger images would take too much memory, so only the server checks them. Bytes. */
const MAX_CHECKED = 50 * 1024 ** 2;

const checks = new WeakMap<Blob, Promise<boolean>>();

const decode = async (file: Blob): Promise<boolean> => {
  if (!decodable.has(file.type) || file.size > MAX_CHECKED) return true;
  try {
    const image = await createImageBitmap(file);
    image.close();
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether an image can be shown, so that a corrupt one is rejected before it is sent. True for other
 * files. Each file is decoded once.
 */
export const isReadableImage = (file: Blob): Promise<boolean> => {
  const known = checks.get(file) ?? decode(file);
  checks.set(file, known);
  return known;
};
