import type { Deal } from '@izgodno/contract/deals/deal';
import { RATING_TEXT_LENGTH, type Sale } from '@izgodno/contract/sales/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { rate, saleQuery, sellTo } from './calls.ts';
import { StarChoice, Stars } from './stars.tsx';
import styles from './sales.module.css';

export interface SalePanelProps {
  readonly deal: Deal;
  /** The other side of the conversation around it, to whom its seller may sell. */
  readonly peer?: { readonly id: string; readonly name: string } | undefined;
}

/** Sells a deal to a member, and rates the other side of a sale. Nothing for anyone else. */
export const SalePanel = ({ deal, peer }: SalePanelProps) => {
  const user = useUser();
  const isOver = deal.status === 'sold';
  const { data: sale } = useQuery({
    ...saleQuery(deal.id, user?.id ?? ''),
    enabled: user !== null && isOver,
  });
  if (user === null) return null;
  if (isOver && sale !== undefined && sale !== null) return <Rating sale={sale} userId={user.id} />;
  const isUnsold = deal.status === 'active' || (isOver && sale === null);
  if (peer === undefined || deal.seller?.id !== user.id || !isUnsold) return null;
  return <SellTo dealId={deal.id} sellerId={user.id} peer={peer} />;
};

interface SellToProps {
  readonly dealId: string;
  readonly sellerId: string;
  readonly peer: { readonly id: string; readonly name: string };
}

const SellTo = ({ dealId, sellerId, peer }: SellToProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const selling = useMutation({
    mutationFn: () => sellTo(queries, { dealId, sellerId, buyerId: peer.id }),
  });
  return (
    <div className={styles['panel']}>
      <Button disabled={selling.isPending} onClick={() => selling.mutate()}>
        {t('sales.sellTo', { name: peer.name })}
      </Button>
      {selling.isError && <p role="alert">{t(actionErrorText(selling.error))}</p>}
    </div>
  );
};

/** The form that rates the other side, or the rating given. */
const Rating = ({ sale, userId }: { sale: Sale; userId: string }) => {
  const { t } = useLanguage();
  const isSeller = sale.seller.id === userId;
  const { name } = isSeller ? sale.buyer : sale.seller;
  const { ownRating } = sale;
  return (
    <section className={styles['panel']} aria-label={t('sales.title')}>
      <p>{t(isSeller ? 'sales.soldTo' : 'sales.boughtFrom', { name })}</p>
      {ownRating === null ? (
        <RatingForm sale={sale} userId={userId} name={name} />
      ) : (
        <p>
          {t('sales.yourRating')} <Stars value={ownRating.stars} />{' '}
          {!ownRating.shown && <small>{t('sales.notShownYet', { name })}</small>}
        </p>
      )}
    </section>
  );
};

interface RatingFormProps {
  readonly sale: Sale;
  readonly userId: string;
  readonly name: string;
}

const RatingForm = ({ sale, userId, name }: RatingFormProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [stars, setStars] = useState(0);
  const [text, setText] = useState('');
  const rating = useMutation({ mutationFn: () => rate(queries, userId, sale, { stars, text }) });
  return (
    <form
      data-asks
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        rating.mutate();
      }}
    >
      <p>{t('sales.ask', { name })}</p>
      <StarChoice value={stars} onChange={setStars} />
      {stars > 0 && (
        <>
          <Field
            label={t('sales.text')}
            renderControl={(attributes) => (
              <textarea
                {...attributes}
                rows={2}
                readOnly={rating.isPending}
                maxLength={RATING_TEXT_LENGTH.maximum}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          />
          <Button tone="primary" type="submit" disabled={rating.isPending}>
            {t('sales.rate')}
          </Button>
        </>
      )}
      {rating.isError && <p role="alert">{t(actionErrorText(rating.error))}</p>}
    </form>
  );
};
