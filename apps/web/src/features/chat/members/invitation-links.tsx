import { useLanguage } from '#core/language/language.ts';
import { isPlainClick, Link } from '#core/router/link.tsx';
import { useParams } from '#core/router/params.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { useInvitations } from './invitations.ts';
import { chatHref } from '../paths.ts';
import styles from '../channels/sidebar-chat.module.css';

/**
 * The pending invitations in the sidebar. Each links to the channel, where the user accepts or
 * declines.
 */
export const InvitationLinks = ({ onOpen }: { onOpen: (channelId: string) => void }) => {
  const { t } = useLanguage();
  const { channelId: current } = useParams();
  const invitations = useInvitations() ?? [];
  if (invitations.length === 0) return null;
  return (
    <section className={styles['section']} aria-label={t('chat.invitations')}>
      <div className={styles['head']}>
        <h2>{t('chat.invitations')}</h2>
      </div>
      <ul>
        {invitations.map(({ channel, inviter }) => (
          <li key={channel.id}>
            <Link
              href={chatHref(channel.id)}
              className={styles['channel']}
              aria-current={channel.id === current ? 'page' : undefined}
              data-unread="true"
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onOpen(channel.id);
              }}
            >
              <MediaIcon name={channel.kind === 'public' ? 'hash' : 'lock'} size={18} />
              <span className={styles['name']}>
                <bdi>{channel.name}</bdi>{' '}
                <small>{t('chat.invitationFrom', { name: inviter.name })}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
