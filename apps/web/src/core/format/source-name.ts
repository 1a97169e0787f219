import type { Deal } from '@izgodno/contract/deals/deal';
import type { LanguageCode } from '#core/language/detect.ts';

/** What a source is called in the language; most have one name for both. */
export const sourceName = (
  { name, names }: Pick<Deal['source'], 'name' | 'names'>,
  code: LanguageCode,
): string => names?.[code] ?? name;
