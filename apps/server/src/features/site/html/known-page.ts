import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';

const patternsSchema = z.array(z.string());

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

const isOfPattern = (pattern: readonly string[], given: readonly string[]): boolean =>
  given.length <= pattern.length &&
  pattern.every((part, place) => {
    const value = given[place];
    if (value === undefined) return part.endsWith('?');
    return part.startsWith(':') || part === value;
  });

/** Whether the browser has a page at this path. A trailing slash is ignored, as in the browser. */
export type IsKnownPage = (path: string) => boolean;

/** Reads the paths of the pages that the build wrote; `:name?` is optional. */
export const readKnownPages = async (folder: string): Promise<IsKnownPage> => {
  const text = await readFile(path.join(folder, '.vite', 'pages.json'), 'utf8');
  const patterns = expectShape(patternsSchema, JSON.parse(text)).map(partsOf);
  return (path) => {
    const given = partsOf(path);
    return patterns.some((pattern) => isOfPattern(pattern, given));
  };
};
