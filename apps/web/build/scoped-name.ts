import { createHash } from 'node:crypto';
import path from 'node:path';

/** Characters of the hash that tells the style files apart, which all may have the same class. */
const FILE_HASH_LENGTH = 4;
const web = path.join(import.meta.dirname, '..');

/** The name of a style file's class in the whole application. A line in it would barely compress. */
export const scopedName = (name: string, file: string): string => {
  const hash = createHash('sha256').update(path.relative(web, file)).digest('base64url');
  return `${name}_${hash.slice(0, FILE_HASH_LENGTH)}`;
};
