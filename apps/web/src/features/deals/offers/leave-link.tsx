import type { Money } from '@izgodno/contract/common/money';
import { type Visit, visitDeal } from '@izgodno/contract/sources/visit-calls';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { OFFER_REL } from '#core/deals/offer-url.ts';
import { priceText } from '#core/format/money.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { api } from '#core/api/api.ts';

/** Asks the server whether an offer is still available. */
const askBeforeLeaving = async (id: string): Promise<Visit> =>
  (await api.call(visitDeal, { params: { id } })).visit;

interface LeaveLinkProps {
  readonly dealId: string;
  readonly url: string;
  readonly className: string | undefined;
  /** The source's name. */
  readonly source: string;
  /** The price shown. */
  readonly price: Money;
  /** Whether to check first that the offer is still available. */
  readonly isFare: boolean;
  readonly children: ReactNode;
}

/**
 * The link to an offer. A fare is checked first, and the user is notified if it is unavailable or
 * more expensive.
 */
export const LeaveLink = ({
  dealId,
  url,
  className,
  source,
  price,
  isFare,
  children,
}: LeaveLinkProps) => {
  const { code, t } = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const [change, setChange] = useState<Visit>();

  const goOn = (tab: Window | null): void => (tab ?? window).location.assign(url);

  const ask = async (tab: Window | null): Promise<void> => {
    setIsAsking(true);
    try {
      const visit = await askBeforeLeaving(dealId);
      if (visit.state === 'gone' || visit.state === 'dearer') {
        tab?.close();
        setChange(visit);
      } else {
        goOn(tab);
      }
    } catch {
      // If the check fails, the user continues at once.
      goOn(tab);
    } finally {
      setIsAsking(false);
    }
  };

  const leave = (event: MouseEvent): void => {
    if (!isFare || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (isAsking) return;
    // Opened synchronously, because browsers block tabs that open after a response.
    const tab = window.open('', '_blank');
    if (tab !== null) tab.opener = null;
    void ask(tab);
  };

  return (
    <>
      <a href={url} target="_blank" rel={OFFER_REL} className={className} onClick={leave}>
        {isAsking ? <output>{t('leave.checking')}</output> : children}
      </a>
      {isFare && (
        <Dialog
          open={change !== undefined}
          title={t(change?.state === 'gone' ? 'leave.unavailableTitle' : 'leave.dearerTitle')}
          onClose={() => setChange(undefined)}
          actions={
            <>
              <Button tone="quiet" onClick={() => setChange(undefined)}>
                {t('leave.stay')}
              </Button>
              <a
                href={url}
                target="_blank"
                rel={OFFER_REL}
                className={buttonClass('primary')}
                onClick={() => setChange(undefined)}
              >
                {t('leave.goAnyway', { source })}
              </a>
            </>
          }
        >
          <p>
            {change?.price === undefined
              ? t('leave.unavailableText')
              : t('leave.dearerText', {
                  before: priceText(price, code).euro,
                  now: priceText(change.price, code).euro,
                })}
          </p>
        </Dialog>
      )}
    </>
  );
};
