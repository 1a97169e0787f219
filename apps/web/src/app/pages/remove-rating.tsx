import { removeRating, type Rating } from '@izgodno/contract/sales/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { ReasonDialog } from '#features/moderation/components/reason-dialog.tsx';
import { ratingsQuery } from '#features/sales/calls.ts';
import { Button } from '#shared/ui/button.tsx';

export interface RemoveRatingProps {
  readonly rating: Rating;
  readonly userId: string;
}

/** Lets a moderator remove a rating for a reason, which the audit trail keeps. */
export const RemoveRating = ({ rating, userId }: RemoveRatingProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = async (reason: string): Promise<void> => {
    try {
      await api.call(removeRating, { params: { id: rating.id }, body: { reason } });
    } finally {
      // Also after a failure, because another moderator may have removed it.
      await queries.invalidateQueries({ queryKey: ratingsQuery(userId).queryKey });
    }
  };
  return (
    <>
      <Button tone="quiet" onClick={() => setIsAsking(true)}>
        {t('sales.remove')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t('sales.remove')}
          subject={rating.rater.name}
          hint={t('sales.removeHint')}
          tone="danger"
          isDecision
          act={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
