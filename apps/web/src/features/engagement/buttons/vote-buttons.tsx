import type { Deal } from '@izgodno/contract/deals/deal';
import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { numberText } from '#core/format/number-format.ts';
import { Button } from '#shared/ui/button.tsx';
import { useStore } from '#shared/store.ts';
import { IconDrawing } from '#shared/ui/icon.tsx';
import { withEngagement } from '../state/lazy-engagement.ts';
import { marksOwner, useMark } from '../state/marks.ts';
import styles from './deal-actions.module.css';

const votes = [
  {
    value: 1,
    name: 'vote.hot',
    path: 'M12 3c.5 3.5 5.5 5.8 5.5 11a5.5 5.5 0 0 1-11 0c0-2.4 1.2-4 2.5-5.2.2 1.6.8 2.4 1.6 2.9C10.5 8.5 10.7 5.5 12 3Z',
  },
  {
    value: -1,
    name: 'vote.cold',
    path: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5',
  },
] as const;

/**
 * The deal's temperature, with the user's vote. A deal that is over only shows it, and so does the
 * user's own.
 */
export const VoteButtons = ({ deal }: { deal: Deal }) => {
  const { id, status, seller, temperature = 0 } = deal;
  const { code, t } = useLanguage();
  const queries = useQueryClient();
  const { vote } = useMark(id);
  const isOwn = useStore(marksOwner) === seller?.id;
  const degrees = `${numberText(temperature, code)}°`;
  if (status !== 'active') return temperature === 0 ? null : <p>{t('vote.was', { degrees })}</p>;
  return (
    <fieldset className={styles['votes']} aria-label={t('vote.label')}>
      <output aria-label={t('vote.temperature')}>{degrees}</output>
      {(isOwn ? [] : votes).map(({ value, name, path }) => (
        <Button
          key={value}
          tone="secondary"
          aria-pressed={vote === value}
          className={styles['toggle'] ?? ''}
          onClick={() =>
            void withEngagement(({ voteOnDeal }) =>
              voteOnDeal(queries, id, vote === value ? 0 : value),
            )
          }
        >
          <IconDrawing path={path} size={18} />
          {t(name)}
        </Button>
      ))}
    </fieldset>
  );
};
