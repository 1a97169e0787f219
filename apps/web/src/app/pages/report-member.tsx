import { useState } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import type { ReportMemberDialogProps } from '#features/moderation/components/report-member-dialog.tsx';
import { Button } from '#shared/ui/button.tsx';

const ReportMemberDialog = lazyComponent(
  ['deals.page', 'moderation'],
  async () =>
    (await import('#features/moderation/components/report-member-dialog.tsx')).ReportMemberDialog,
);

interface ReportMemberProps extends Pick<ReportMemberDialogProps, 'about'> {
  readonly text: string;
}

/** Lets a signed-in user report a member or a rating. */
export const ReportMember = ({ text, about }: ReportMemberProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" onClick={() => setIsOpen(true)}>
        {text}
      </Button>
      {isOpen && (
        <Eventually>
          <ReportMemberDialog about={about} onClose={() => setIsOpen(false)} />
        </Eventually>
      )}
    </>
  );
};
