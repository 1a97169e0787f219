import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Deal } from '@izgodno/contract/deals/deal';

/** The name of a source in the current language; most have one name for both. */
export const sourceName = (
  { name, names }: Pick<Deal['source'], 'name' | 'names'>,
  code: LanguageCode,
): string => names?.[code] ?? name;
