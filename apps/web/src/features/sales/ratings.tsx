import { RATING_REPLY_LENGTH, replyToRating, type Rating } from '@izgodno/contract/sales/calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { api } from '#core/api/api.ts';
import { dealHref, sellerHref } from '#core/deals/paths.ts';
import { dateFormat } from '#core/format/date-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { MoreButton } from '#core/lists/more-button.tsx';
import { Link } from '#core/router/link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { numberText } from '#core/format/number-format.ts';
import { Button } from '#shared/ui/button.tsx';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { ratingsQuery } from './calls.ts';
import { Stars } from './stars.tsx';
import styles from './sales.module.css';

export interface RatingsProps {
  readonly userId: string;
  /** Renders what moderators can do with a rating. */
  readonly renderModeration: (rating: Rating) => ReactNode;
}

/** The score of a member and their ratings. */
export const Ratings = ({ userId, renderModeration }: RatingsProps) => {
  const { t, code } = useLanguage();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ratingsQuery(userId),
  );
  const [first] = data?.pages ?? [];
  if (first === undefined) return null;
  const { score, count } = first;
  return (
    <section className={styles['ratings']} aria-labelledby="ratings">
      <h2 id="ratings">{t('sales.ratings')}</h2>
      {score === null ? (
        <p className={styles['muted']}>{t('sales.noRatings')}</p>
      ) : (
        <p className={styles['score']}>
          <Stars value={score} /> <strong>{numberText(score, code)}</strong>{' '}
          <span className={styles['muted']}>{t('sales.count', { count })}</span>
        </p>
      )}
      <ul>
        {data?.pages.flatMap(({ ratings }) =>
          ratings.map((rating) => (
            <RatingRow key={rating.id} {...{ rating, userId, renderModeration }} />
          )),
        )}
      </ul>
      <MoreButton hasMore={hasNextPage} loading={isFetchingNextPage} onMore={fetchNextPage}>
        {t('sales.more')}
      </MoreButton>
    </section>
  );
};

const RatingRow = ({
  rating,
  userId,
  renderModeration,
}: RatingsProps & { readonly rating: Rating }) => {
  const { t, code } = useLanguage();
  const user = useUser();
  const [isReplying, setIsReplying] = useState(false);
  const { deal, rater, role, stars, text, reply, createdAt } = rating;
  const date = dateFormat(code, { dateStyle: 'medium' });
  return (
    <li className={styles['rating']}>
      <p>
        <Stars value={stars} />{' '}
        <Link href={sellerHref(rater.id)}>
          <bdi>{rater.name}</bdi>
        </Link>{' '}
        <span className={styles['muted']}>
          {t(`sales.role.${role}`)} · <Link href={dealHref(deal.id)}>{deal.title}</Link> ·{' '}
          {date.format(new Date(createdAt))}
        </span>
      </p>
      {text !== '' && <p className={styles['said']}>{text}</p>}
      {reply !== null && (
        <p className={styles['reply']}>
          <strong>{t('sales.reply')}</strong> {reply}
        </p>
      )}
      <div className={styles['actions']}>
        {reply === null && user?.id === userId && (
          <Button tone="quiet" onClick={() => setIsReplying(true)}>
            {t('sales.toReply')}
          </Button>
        )}
        {renderModeration(rating)}
      </div>
      {isReplying && (
        <ReplyDialog rating={rating} userId={userId} onClose={() => setIsReplying(false)} />
      )}
    </li>
  );
};

interface ReplyDialogProps {
  readonly rating: Rating;
  readonly userId: string;
  readonly onClose: () => void;
}

const ReplyDialog = ({ rating, userId, onClose }: ReplyDialogProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const replying = useMutation({
    mutationFn: () => api.call(replyToRating, { params: { id: rating.id }, body: { text } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ratingsQuery(userId).queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('sales.toReply')}
      cancelText={t('sales.cancel')}
      submitText={t('sales.send')}
      disabled={text.trim() === '' || replying.isPending}
      onSubmit={() => replying.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('sales.replyOnce')}
        error={replying.isError ? t(actionErrorText(replying.error)) : undefined}
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            readOnly={replying.isPending}
            maxLength={RATING_REPLY_LENGTH.maximum}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      />
    </FormDialog>
  );
};
