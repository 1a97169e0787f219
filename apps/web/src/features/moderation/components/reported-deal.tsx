import type { ModerationAction, ReportedDeal } from '@izgodno/contract/moderation/calls';
import { useState } from 'react';
import { priceText } from '#core/format/money.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { decideOnDeal } from '../calls.ts';
import { ReportLines } from './report-lines.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RowActions } from './row-actions.tsx';
import styles from './moderation.module.css';

/** A reported deal, with what a moderator may decide. */
export const ReportedDealRow = ({ item: { deal, reports } }: { item: ReportedDeal }) => {
  const { t, code } = useLanguage();
  const isOwn = deal.seller?.id === useUser()?.id;
  const [decision, setDecision] = useState<ModerationAction>();
  const actions: readonly ModerationAction[] =
    deal.status === 'active'
      ? ['dismiss', 'expire', 'remove']
      : deal.status === 'deleted'
        ? ['dismiss', 'reinstate']
        : ['dismiss', 'remove'];
  return (
    <li className={styles['item']}>
      <div className={styles['what']}>
        <Link href={`/deals/${deal.id}`} className={styles['name']} lang={langOf(deal.title, code)}>
          {deal.title}
        </Link>
        <p className={styles['muted']}>
          {[
            t('moderation.kind.deal'),
            priceText(deal.price, code).euro,
            deal.seller?.name ?? deal.source.name,
            deal.status === 'active' ? undefined : t(`deal.status.${deal.status}`),
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </p>
      </div>
      <ReportLines
        reports={reports.map(({ id, reason, note, reporter, createdAt }) => ({
          key: id,
          reason: t(`moderation.reason.${reason}`),
          note,
          reporter: reporter.name,
          createdAt,
        }))}
      />
      <RowActions isOwn={isOwn}>
        {actions.map((action) => (
          <Button
            key={action}
            tone={action === 'remove' ? 'danger' : 'secondary'}
            aria-label={`${t(`moderation.action.${action}`)}: ${deal.title}`}
            onClick={() => setDecision(action)}
          >
            {t(`moderation.action.${action}`)}
          </Button>
        ))}
      </RowActions>
      {decision !== undefined && (
        // The owner of a removed deal reads the reason too.
        <ReasonDialog
          title={t(`moderation.action.${decision}`)}
          subject={deal.title}
          hint={t('moderation.whyHint')}
          tone={decision === 'remove' ? 'danger' : 'primary'}
          isDecision
          act={(reason) => decideOnDeal(deal.id, decision, reason)}
          onClose={() => setDecision(undefined)}
        />
      )}
    </li>
  );
};
