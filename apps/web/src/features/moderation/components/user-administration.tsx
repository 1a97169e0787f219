import { useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '#shared/ui/section.tsx';
import { endSessionsOf } from '../calls.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import styles from './moderation.module.css';

interface UserAdministrationProps {
  readonly user: { readonly id: string; readonly name: string };
}

/** The actions of administrators on a user. */
export const UserAdministration = ({ user }: UserAdministrationProps) => {
  const { t } = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title={t('moderation.user')} text={t('moderation.signOutText')}>
      <Button tone="danger" className={styles['act']} onClick={() => setIsAsking(true)}>
        {t('moderation.signOut')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t('moderation.signOut')}
          subject={user.name}
          hint={t('moderation.signOutHint')}
          tone="danger"
          act={(reason) => endSessionsOf(user.id, reason)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Section>
  );
};
