import type { AdministeredUser } from '@izgodno/contract/accounts/administration-calls';
import { useLanguage } from '#core/language/language.ts';
import styles from './administration.module.css';

/** A user's role, if it is a higher one, and their suspension. */
export const UserBadges = ({ user: { role, status } }: { user: AdministeredUser }) => {
  const { t } = useLanguage();
  return (
    <p className={styles['badges']}>
      {role !== 'member' && <span data-role={role}>{t(`administration.roles.${role}`)}</span>}
      {status === 'suspended' && (
        <span data-status={status}>{t(`administration.statuses.${status}`)}</span>
      )}
    </p>
  );
};
