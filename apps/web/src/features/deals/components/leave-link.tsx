import type { Money } from '@izgodno/contract/common/money';
import type { Visit } from '@izgodno/contract/sources/visit-calls';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { priceText } from '#core/format/money.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { askBeforeLeaving } from '../api-offers.ts';

interface LeaveLinkProps {
  readonly dealId: string;
  readonly url: string;
  readonly className: string | undefined;
  /** Who makes the offer, as people call it. */
  readonly source: string;
  /** What is shown of the price. */
  readonly price: Money;
  /** Whether to ask the source first if the offer still stands. */
  readonly isFare: boolean;
  readonly children: ReactNode;
}

const REL = 'nofollow sponsored noopener';

/** A feed may say anything: only web addresses are followed. */
export const isWebAddress = (url: string | undefined): url is string =>
  url !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(url);

/** The way to an offer. A fare is asked about first, and whoever would find it gone or dearer is told. */
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
  const [news, setNews] = useState<Visit>();

  const goOn = (tab: Window | null): void => (tab ?? window).location.assign(url);

  const ask = async (tab: Window | null): Promise<void> => {
    setIsAsking(true);
    try {
      const visit = await askBeforeLeaving(dealId);
      if (visit.state === 'gone' || visit.state === 'dearer') {
        tab?.close();
        setNews(visit);
      } else {
        goOn(tab);
      }
    } catch {
      // Where nothing can be said of the offer, nobody is held up.
      goOn(tab);
    } finally {
      setIsAsking(false);
    }
  };

  const leave = (event: MouseEvent): void => {
    if (!isFare || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (isAsking) return;
    // Opened at once: browsers block tabs that come after an answer.
    const tab = window.open('', '_blank');
    if (tab !== null) tab.opener = null;
    void ask(tab);
  };

  return (
    <>
      <a href={url} target="_blank" rel={REL} className={className} onClick={leave}>
        {isAsking ? <output>{t('leave.checking')}</output> : children}
      </a>
      {isFare && (
        <Dialog
          open={news !== undefined}
          title={t(news?.state === 'gone' ? 'leave.goneTitle' : 'leave.dearerTitle')}
          onClose={() => setNews(undefined)}
          actions={
            <>
              <Button tone="quiet" onClick={() => setNews(undefined)}>
                {t('leave.stay')}
              </Button>
              <a
                href={url}
                target="_blank"
                rel={REL}
                className={buttonClass('primary')}
                onClick={() => setNews(undefined)}
              >
                {t('leave.goAnyway', { source })}
              </a>
            </>
          }
        >
          <p>
            {news?.price === undefined
              ? t('leave.goneText')
              : t('leave.dearerText', {
                  before: priceText(price, code).euro,
                  now: priceText(news.price, code).euro,
                })}
          </p>
        </Dialog>
      )}
    </>
  );
};
