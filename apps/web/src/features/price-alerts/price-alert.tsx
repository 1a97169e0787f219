import type { Deal } from '@izgodno/contract/deals/deal';
import { convertMinor } from '@izgodno/contract/common/money';
import type { PriceAlert as Alert } from '@izgodno/contract/price-alerts/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { priceText, typedAmount } from '#core/format/money.ts';
import { readAmount } from '#core/format/read-amount.ts';
import { useLanguage } from '#core/language/language.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useLocation } from '#core/router/location.ts';
import { ProtectedLink } from '#core/session/browser/protected-link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { AskedPriceChart } from '#features/deals/api.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { CheckField } from '#shared/ui/check-field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { daysBelow } from './below.ts';
import { dropAlert, historyQuery, priceAlertsQuery, saveAlert } from './calls.ts';
import styles from './price-alerts.module.css';

export interface PriceAlertProps {
  readonly deal: Deal;
}

/** Asks to be notified of a lower price of a deal. */
export const PriceAlert = ({ deal }: PriceAlertProps) => {
  const { t } = useLanguage();
  const user = useUser();
  const { path } = useLocation();
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
  const { t, code } = useLanguage();
  const queries = useQueryClient();
  const { data } = useQuery(priceAlertsQuery(userId));
  const removal = useMutation({ mutationFn: () => dropAlert(queries, userId, deal.id) });
  if (data === undefined) return null;
  const alert = data.find((one: Alert) => one.deal.id === deal.id);
  if (alert === undefined || alert.reachedAt !== null)
    return <AlertForm deal={deal} userId={userId} />;
  return (
    <p className={styles['set']}>
      {t('alerts.isSet', { price: priceText(alert.below, code).euro })}{' '}
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

const AlertForm = ({ deal, userId }: OwnAlertProps) => {
  const { t, code } = useLanguage();
  const queries = useQueryClient();
  const now = useNow();
  const present = convertMinor(deal.price.amount, deal.price.currency, 'EUR');
  const [typed, setTyped] = useState(() => proposalFor(present, code));
  const cents = readAmount(typed);
  // False also for NaN.
  const isLower = cents > 0 && cents <= present;
  const [withDelivery, setWithDelivery] = useState(false);
  const { data: history } = useQuery(historyQuery(deal.id, deal.price.amount));
  const below =
    history === undefined || Number.isNaN(cents) ? undefined : daysBelow(history, cents, now);
  const saving = useMutation({
    mutationFn: (amount: number) =>
      saveAlert(queries, userId, deal.id, { amount, currency: 'EUR' }, withDelivery),
  });
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isLower && !saving.isPending) saving.mutate(cents);
      }}
    >
      <TextField
        label={t('alerts.below')}
        inputMode="decimal"
        value={typed}
        error={
          saving.isError
            ? t(actionErrorText(saving.error))
            : typed !== '' && !isLower
              ? t('alerts.notLower')
              : undefined
        }
        hint={below && t('alerts.days', { days: below.days, known: below.known })}
        onChange={({ target }) => setTyped(target.value)}
      />
      {history !== undefined && cents > 0 && (
        <Eventually>
          <AskedPriceChart history={history} asked={cents} />
        </Eventually>
      )}
      <CheckField checked={withDelivery} onChange={setWithDelivery}>
        {t('alerts.withDelivery')}
      </CheckField>
      <Button type="submit" disabled={!isLower || saving.isPending}>
        {t('alerts.set')}
      </Button>
    </form>
  );
};
