import { useEffect, useEffectEvent, useRef } from 'react';
import { numberText } from '#core/format/number-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { followBadgeGestures } from './badge-gestures.ts';
import { whyUnread, type UnreadScope } from './why-unread.ts';
import styles from './sidebar-chat.module.css';

const MAX_SHOWN = 99;

interface BadgeProps {
  readonly count: number;
  readonly scope: UnreadScope;
}

/** The number of unread messages in a link or button, which explains it; nothing if there are none. */
export const Badge = (props: BadgeProps) => (props.count === 0 ? null : <ShownBadge {...props} />);

const ShownBadge = ({ count, scope }: BadgeProps) => {
  const { t, code } = useLanguage();
  const badge = useRef<HTMLSpanElement>(null);
  const hint = t('chat.whyUnreadHint');
  const open = useEffectEvent((anchor: HTMLElement) => whyUnread.set({ scope, anchor }));

  // The control may be part of the shell, which does not load the chat for visitors.
  useEffect(() => {
    const control = badge.current?.closest<HTMLElement>('a, button') ?? null;
    if (control === null || badge.current === null) return;
    control.setAttribute('aria-description', hint);
    const end = followBadgeGestures(control, badge.current, () => open(control));
    return () => {
      control.removeAttribute('aria-description');
      end();
    };
  }, [hint]);

  return (
    <span ref={badge} className={styles['badge']} title={hint}>
      <span aria-hidden="true">
        {count > MAX_SHOWN ? `${numberText(MAX_SHOWN, code)}+` : numberText(count, code)}
      </span>
      <span className="visually-hidden">
        {t(scope.kind === 'threads' ? 'chat.unreadReplies' : 'chat.unread', { count })}
      </span>
    </span>
  );
};
