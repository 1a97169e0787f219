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

// Each names its files itself, so that the first route does not name those of both languages.
const loadLanguage = {
  en: async () => {
    const { areas, en } = await import('./en.ts');
    return { areas, start: en };
  },
  bg: async () => {
    const { areas, bg } = await import('./bg.ts');
    return { areas, start: bg };
  },
} as const satisfies Record<LanguageCode, unknown>;

/** Loads the texts of an area, or those of the start. Throws if they cannot be loaded. */
export const loadTextsOf = async (code: LanguageCode, part: Area | 'start'): Promise<Messages> => {
  const { areas, start } = await loadLanguage[code]();
  if (part === 'start') return start;
  const load = areas[`./${part}.json`];
  if (load === undefined) throw new Error(`There are no ${code} texts of ${part}`);
  return (await load()).default;
};
