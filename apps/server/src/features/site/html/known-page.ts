import { pagePaths } from '@izgodno/contract/site/page-paths';

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

const patterns = pagePaths.map(partsOf);

const isOfPattern = (pattern: readonly string[], given: readonly string[]): boolean =>
  given.length <= pattern.length &&
  pattern.every((part, place) => {
    const value = given[place];
    if (value === undefined) return part.endsWith('?');
    return part.startsWith(':') || part === value;
  });

/** Whether the browser has a page at this path. A trailing slash is ignored, as in the browser. */
export const isKnownPage = (path: string): boolean => {
  const given = partsOf(path);
  return patterns.some((pattern) => isOfPattern(pattern, given));
};
