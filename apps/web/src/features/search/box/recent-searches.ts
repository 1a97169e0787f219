import { sharedStorage } from '#shared/storage.ts';

const STORAGE_KEY = 'recent-searches';
const MAX_SEARCHES = 6;

/** Returns the searches made in this browser, latest first. */
export const readRecentSearches = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(sharedStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((text) => typeof text === 'string').slice(0, MAX_SEARCHES)
      : [];
  } catch {
    return [];
  }
};

const write = (searches: readonly string[]): void =>
  sharedStorage.setItem(STORAGE_KEY, JSON.stringify(searches.slice(0, MAX_SEARCHES)));

export const eraseSearch = (text: string): void =>
  write(readRecentSearches().filter((other) => other !== text));

export const rememberSearch = (text: string): void =>
  write([text, ...readRecentSearches().filter((other) => other !== text)]);
