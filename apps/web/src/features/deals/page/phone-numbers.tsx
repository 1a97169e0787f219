import { internationalNumber } from '@izgodno/contract/common/phone-numbers';
import type { Deal } from '@izgodno/contract/deals/deal';
import { useQuery } from '@tanstack/react-query';
import { showFailure } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { requireSignIn } from '#core/session/browser/pending.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { contactQuery } from './contact-query.ts';

/** Shows a signed-in user the telephone numbers that the texts of a deal have masked. */
export const PhoneNumbers = ({ deal }: { deal: Deal }) => {
  const { t } = useLanguage();
  const { data: numbers, isFetching, refetch } = useQuery(contactQuery(deal.id));
  const show = async (): Promise<void> => {
    if (isFetching || !requireSignIn({ kind: 'show-phone', dealId: deal.id })) return;
    const { error } = await refetch();
    if (error !== null) await showFailure(error);
  };
  return (
    <div data-keeps-focus aria-live="polite">
      {numbers === undefined ? (
        <Button aria-busy={isFetching} onClick={() => void show()}>
          {t('contact.show')}
        </Button>
      ) : (
        <ul aria-label={t('contact.numbers')}>
          {numbers.map((number) => (
            <li key={number}>
              <a className={buttonClass()} href={`tel:${internationalNumber(number)}`}>
                {number}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
