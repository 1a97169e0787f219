import type { Deal, Offer } from '@izgodno/contract/deals/deal';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dealHref } from '#core/deals/paths.ts';
import { typedAmount } from '#core/format/money.ts';
import { readAmount } from '#core/format/read-amount.ts';
import { useLanguage } from '#core/language/language.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { Link } from '#core/router/link.tsx';
import { usePath } from '#core/router/location.ts';
import { ProtectedLink } from '#core/session/browser/protected-link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { AskedPriceChart } from '#features/deals/api.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { CheckField } from '#shared/ui/check-field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { daysBelow } from './below.ts';
import { historyQuery, priceAlertsQuery, saveAlert } from './calls.ts';
import { amountText, centsOf, cheapestOf, costText } from './cost.ts';
import { savingError } from './saving-error.ts';
import { useRemoval } from './use-removal.ts';
import styles from './price-alerts.module.css';

export interface PriceAlertProps {
  readonly deal: Deal;
}

/** Asks to be notified of a lower price of a deal. */
export const PriceAlert = ({ deal }: PriceAlertProps) => {
  const { t } = useLanguage();
  const user = useUser();
  const path = usePath();
  if (deal.status !== 'active') return null;
  return (
    <section
      data-keeps-focus
      className={styles['alert']}
      aria-labelledby="price-alert-title"
      data-on="screen"
    >
      <h2 id="price-alert-title">{t('alerts.title')}</h2>
      {user === null ? (
        <ProtectedLink href={`${path}#price-alert`} className={buttonClass()}>
          {t('alerts.signIn')}
        </ProtectedLink>
      ) : (
        <OwnAlert deal={deal} userId={user.id} />
      )}
    </section>
  );
};

type OwnAlertProps = PriceAlertProps & { readonly userId: string };

const OwnAlert = ({ deal, userId }: OwnAlertProps) => {
  const language = useLanguage();
  const { t } = language;
  const { data } = useQuery(priceAlertsQuery(userId));
  const removal = useRemoval(userId, deal.id);
  if (data === undefined) return null;
  const alert = data.find((one) => one.deal.id === deal.id);
  if (alert === undefined || alert.reachedAt !== null)
    return <AlertForm deal={deal} userId={userId} />;
  return (
    <p className={styles['set']}>
      {t('alerts.isSet', { price: amountText(alert.below, alert.withDelivery, language) })}{' '}
      <Button
        tone="quiet"
        disabled={removal.isPending}
        onClick={() => !removal.isPending && removal.mutate()}
      >
        {t('alerts.remove')}
      </Button>
    </p>
  );
};

/** What the form proposes: a tenth below the present price, in whole euros where it has some. */
const proposalFor = (cents: number, code: string): string => {
  const lower = cents * 0.9;
  return typedAmount(lower >= 100 ? Math.floor(lower / 100) * 100 : lower, code);
};

interface PriceRequest {
  /** Euro cents; NaN if no price is in the field. */
  readonly cents: number;
  readonly isLower: boolean;
  /** The offer of another shop that costs less already, if it is the cheapest. */
  readonly elsewhere: Offer | undefined;
}

const readAsked = (asked: string, cheapest: Deal | Offer, withDelivery: boolean): PriceRequest => {
  const cents = readAmount(asked);
  const present = centsOf(cheapest, withDelivery);
  return {
    cents,
    // False also for NaN.
    isLower: cents > 0 && cents <= present,
    elsewhere: cents > present && 'dealId' in cheapest ? cheapest : undefined,
  };
};

const AlertForm = ({ deal, userId }: OwnAlertProps) => {
  const { t, code } = useLanguage();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [withDelivery, setWithDelivery] = useState(false);
  const cheapest = cheapestOf(deal, withDelivery);
  const text = typed ?? proposalFor(centsOf(cheapest, withDelivery), code);
  const asked = readAsked(text, cheapest, withDelivery);
  const saving = useMutation({
    mutationFn: (amount: number) =>
      saveAlert(queries, userId, deal.id, {
        below: { amount, currency: 'EUR' },
        withDelivery,
      }),
  });
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A rejection can bring a lower present price, and with it another proposal.
        setTyped(text);
        if (asked.isLower && !saving.isPending) saving.mutate(asked.cents);
      }}
    >
      <AskedPrice
        deal={deal}
        text={text}
        asked={asked}
        withDelivery={withDelivery}
        failure={saving.error}
        onChange={(changed) => {
          setTyped(changed);
          saving.reset();
        }}
      />
      <CheckField
        checked={withDelivery}
        onChange={(checked) => {
          setWithDelivery(checked);
          saving.reset();
        }}
      >
        {t('alerts.withDelivery')}
      </CheckField>
      <Button type="submit" disabled={!asked.isLower || saving.isPending}>
        {t('alerts.set')}
      </Button>
    </form>
  );
};

interface AskedPriceProps extends PriceAlertProps {
  readonly text: string;
  readonly asked: PriceRequest;
  readonly withDelivery: boolean;
  /** Why the alert was not set. */
  readonly failure: Error | null;
  readonly onChange: (text: string) => void;
}

/** The field of the price, what is wrong with it, and how it compares with former prices. */
const AskedPrice = ({ deal, text, asked, withDelivery, failure, onChange }: AskedPriceProps) => {
  const language = useLanguage();
  const { t } = language;
  const now = useNow();
  const { cents, isLower, elsewhere } = asked;
  const { data } = useQuery(historyQuery(deal.id, deal.price.amount));
  // The history has prices without delivery only.
  const isPriceAlone = !withDelivery || (deal.delivery?.amount ?? 0) === 0;
  const history = isPriceAlone && cents > 0 ? data : undefined;
  const shop = elsewhere?.merchant ?? elsewhere?.source.name ?? '';
  const errorText = (): string | undefined => {
    if (elsewhere !== undefined)
      return t('alerts.elsewhere', { shop, price: costText(elsewhere, withDelivery, language) });
    if (text !== '' && !isLower) return t('alerts.notLower');
    return failure === null ? undefined : t(savingError(failure));
  };
  return (
    <>
      <TextField
        label={t('alerts.below')}
        inputMode="decimal"
        value={text}
        error={errorText()}
        hint={history && t('alerts.days', { ...daysBelow(history, cents, now) })}
        onChange={({ target }) => onChange(target.value)}
      >
        {elsewhere && (
          <Link href={dealHref(elsewhere.dealId)} className={styles['link']}>
            {t('alerts.seeOffer', { shop })}
          </Link>
        )}
      </TextField>
      {history && (
        <Eventually>
          <AskedPriceChart history={history} asked={cents} />
        </Eventually>
      )}
    </>
  );
};
