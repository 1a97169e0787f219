import type { LanguageCode } from '@izgodno/contract/common/language';
import type { PriceAssessment } from '@izgodno/contract/deals/price-assessment';

const texts = {
  en: {
    lowest: (days: number) => `Lowest price in ${days === 1 ? '1 day' : `${days} days`}`,
    usual: () => 'The usual price',
    was_less: (days: number, by: string) =>
      `Was ${by} less in the last ${days === 1 ? 'day' : `${days} days`}`,
    below_usual: (_days: number, by: string) => `${by} below the usual price`,
    above_usual: (_days: number, by: string) => `${by} above the usual price`,
  },
  bg: {
    lowest: (days: number) => `Най-ниската цена за ${days} ${days === 1 ? 'ден' : 'дни'}`,
    usual: () => 'Обичайната цена',
    was_less: (days: number, by: string) =>
      `Беше с ${by} по-евтино през ${days === 1 ? 'последния ден' : `последните ${days} дни`}`,
    below_usual: (_days: number, by: string) => `С ${by} под обичайната цена`,
    above_usual: (_days: number, by: string) => `С ${by} над обичайната цена`,
  },
} as const satisfies Record<LanguageCode, object>;

/** What a price is worth, in words; null if too little is known. */
export const assessmentText = (
  assessment: PriceAssessment | undefined,
  language: LanguageCode,
  showCents: (cents: number) => string,
): string | null => {
  if (assessment === undefined || assessment.code === 'not_enough_history') return null;
  return texts[language][assessment.code](assessment.days, showCents(assessment.amount ?? 0));
};
