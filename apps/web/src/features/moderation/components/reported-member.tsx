import type { ReportedMember } from '@izgodno/contract/moderation/member-report-calls';
import { useState } from 'react';
import { sellerHref } from '#core/deals/paths.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { closeReportsOfMember, removeReportedRating } from '../calls.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReportLines } from './report-lines.tsx';
import { RowActions } from './row-actions.tsx';
import styles from './moderation.module.css';

type Outcome = 'close' | 'remove';

/** A reported member or rating, with what a moderator may decide. */
export const ReportedMemberRow = ({ item }: { readonly item: ReportedMember }) => {
  const { t } = useLanguage();
  const [outcome, setOutcome] = useState<Outcome>();
  const { subjectId, user, rating, mayDecide = true, reports } = item;
  // Whether the member must leave is decided on their page, by administrators.
  const outcomes = rating === null ? (['close'] as const) : (['close', 'remove'] as const);
  const textOf = (each: Outcome): string =>
    t(each === 'close' ? 'moderation.closeReports' : 'moderation.removeRating');
  return (
    <li className={styles['item']}>
      <div className={styles['what']}>
        <p className={styles['muted']}>
          {t(rating === null ? 'moderation.kind.member' : 'moderation.kind.rating')} ·{' '}
          <Link href={sellerHref(user.id)}>
            <bdi>{user.name}</bdi>
          </Link>
          {rating !== null && (
            <>
              {' → '}
              <Link href={sellerHref(rating.rated.id)}>
                <bdi>{rating.rated.name}</bdi>
              </Link>
            </>
          )}
        </p>
        {rating !== null && (
          <blockquote className={styles['quote']}>
            {t('moderation.stars', { count: rating.stars })}
            {rating.text !== '' && ` · ${rating.text}`}
          </blockquote>
        )}
      </div>
      <ReportLines
        reports={reports.map(({ id, reason, note, reporter, createdAt }) => ({
          key: id,
          reason: t(`moderation.messageReason.${reason}`),
          note,
          reporter: reporter.name,
          createdAt,
        }))}
      />
      <RowActions mayDecide={mayDecide}>
        {outcomes.map((each) => (
          <Button
            key={each}
            tone={each === 'remove' ? 'danger' : 'secondary'}
            aria-label={`${textOf(each)}: ${user.name}`}
            onClick={() => setOutcome(each)}
          >
            {textOf(each)}
          </Button>
        ))}
      </RowActions>
      {outcome !== undefined && (
        <ReasonDialog
          title={textOf(outcome)}
          subject={user.name}
          hint={t(outcome === 'close' ? 'moderation.signOutHint' : 'moderation.ratingWhyHint')}
          tone={outcome === 'remove' ? 'danger' : 'primary'}
          isDecision
          act={(reason) =>
            outcome === 'remove'
              ? removeReportedRating(subjectId, reason)
              : closeReportsOfMember(subjectId, reason)
          }
          onClose={() => setOutcome(undefined)}
        />
      )}
    </li>
  );
};
