import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Messages } from '../format-message.ts';
import type * as areaFiles from './area-files.ts';
import type { en } from './en.ts';

/** The texts of each area. */
type AreaTexts = typeof areaFiles;

export type Area = keyof AreaTexts;

type KeyOf<Texts> = Texts extends unknown ? keyof Texts : never;

/** Every text of the product has its key in the English texts. */
export type TextKey = keyof typeof en | KeyOf<AreaTexts[Area]>;

const loaders = import.meta.glob<{ readonly default: Messages }>([
  './*/*.json',
  '!./*/deals.json',
  '!./*/errors.json',
  '!./*/shell.json',
]);

/** Loads the texts of an area. Throws if they cannot be loaded. */
export const loadAreaTexts = async (code: LanguageCode, area: Area): Promise<Messages> => {
  const load = loaders[`./${code}/${area}.json`];
  if (load === undefined) throw new Error(`There are no ${code} texts of ${area}`);
  return (await load()).default;
};

export const loadStartTexts = {
  en: async (): Promise<Messages> => (await import('./en.ts')).en,
  bg: async (): Promise<Messages> => (await import('./bg.ts')).bg,
} as const satisfies Record<LanguageCode, () => Promise<Messages>>;
