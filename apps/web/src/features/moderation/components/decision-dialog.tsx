import type { Deal } from '@izgodno/contract/deals/deal';
import type { ModerationAction } from '@izgodno/contract/moderation/calls';
import { useLanguage } from '#core/language/language.ts';
import { decideOnDeal } from '../calls.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface DecisionDialogProps {
  readonly deal: Deal;
  readonly action: ModerationAction;
  readonly onClose: () => void;
}

/** Asks for the reason of a decision about a deal; the owner of a removed deal reads it too. */
export const DecisionDialog = ({ deal, action, onClose }: DecisionDialogProps) => {
  const { t } = useLanguage();
  return (
    <ReasonDialog
      title={t(`moderation.action.${action}`)}
      subject={deal.title}
      hint={t('moderation.whyHint')}
      tone={action === 'remove' ? 'danger' : 'primary'}
      act={(reason) => decideOnDeal(deal.id, action, reason)}
      onClose={onClose}
    />
  );
};
