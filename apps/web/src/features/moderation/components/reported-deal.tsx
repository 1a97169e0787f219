import type { ModerationAction, ReportedDeal } from '@izgodno/contract/moderation/calls';
import { useState } from 'react';
import { priceText } from '#core/format/money.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { decideOnDeal } from '../calls.ts';
import { ReportLines } from './report-lines.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RowActions } from './row-actions.tsx';
import styles from './moderation.module.css';

/** What a moderator may decide on a deal that someone deleted. */
const onDeleted = {
  moderator: ['dismiss', 'reinstate'],
  owner: ['dismiss', 'remove'],
  suspension: ['dismiss', 'remove'],
  source: ['dismiss'],
} as const satisfies Record<string, readonly ModerationAction[]>;

const actionsOn = ({
  deal: { status },
  deletedBy = 'moderator',
}: ReportedDeal): readonly ModerationAction[] => {
  if (status === 'deleted') return onDeleted[deletedBy];
  return status === 'active' ? ['dismiss', 'expire', 'remove'] : ['dismiss', 'remove'];
};

/** A reported deal, with what a moderator may decide. */
export const ReportedDealRow = ({ item }: { item: ReportedDeal }) => {
  const { t, code } = useLanguage();
  const [decision, setDecision] = useState<ModerationAction>();
  const { deal, mayDecide = true, reports } = item;
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
      <RowActions mayDecide={mayDecide}>
        {actionsOn(item).map((action) => (
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
