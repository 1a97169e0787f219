import {
  appealOutcomes,
  type Appeal,
  type AppealOutcome,
} from '@izgodno/contract/moderation/appeal-calls';
import { useState } from 'react';
import { exactTime, relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { decideOnAppeal } from '../calls.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { RowActions } from './row-actions.tsx';
import styles from './moderation.module.css';

/** An appeal with the decision it is about, and what a moderator may answer. */
export const AppealRow = ({ appeal }: { readonly appeal: Appeal }) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const [outcome, setOutcome] = useState<AppealOutcome>();
  const { user, mayDecide = true, text, createdAt, decision } = appeal;
  const { action, subject, title, reason, at, actor } = decision;
  const what = t(`moderation.decided.${action}`);
  return (
    <li className={styles['item']}>
      <div className={styles['what']}>
        <p className={styles['muted']}>
          {t('moderation.kind.appeal')} · <Link href={`/users/${user.id}`}>{user.name}</Link>,{' '}
          {relativeTime(createdAt, now, code)}
        </p>
        <blockquote className={styles['quote']}>{text}</blockquote>
      </div>
      <div className={styles['what']}>
        <p>
          <strong>{what}</strong>{' '}
          {subject.kind === 'deal' && (
            <Link href={`/deals/${subject.id}`}>{title ?? subject.id}</Link>
          )}
        </p>
        {reason !== '' && <p>{reason}</p>}
        <p className={styles['muted']}>
          {actor?.name ?? t('moderation.nobody')}, {exactTime(at, code)}
        </p>
      </div>
      <RowActions mayDecide={mayDecide}>
        {appealOutcomes.map((each) => (
          <Button
            key={each}
            aria-label={`${t(`moderation.decide.${each}`)}: ${user.name}`}
            onClick={() => setOutcome(each)}
          >
            {t(`moderation.decide.${each}`)}
          </Button>
        ))}
      </RowActions>
      {outcome !== undefined && (
        <ReasonDialog
          title={t(`moderation.decide.${outcome}`)}
          subject={title ?? what}
          hint={t('moderation.decideHint')}
          tone="primary"
          isDecision
          act={(reason) => decideOnAppeal(appeal.id, outcome, reason)}
          onClose={() => setOutcome(undefined)}
        />
      )}
    </li>
  );
};
