import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import type { DealVariant } from '@izgodno/contract/deals/deal';
import type { CurrentLanguage } from '#core/language/language.ts';

/** What distinguishes a choice of a product from the others: "Size 42, red". */
export const choiceName = (
  { size, colour, name }: DealVariant,
  { t }: Pick<CurrentLanguage, 't'>,
): string =>
  [size === undefined ? undefined : t('offers.size', { size }), colour, name]
    .flatMap((part) => (part === undefined ? [] : withoutDirectionMarks(part)))
    .join(', ');
