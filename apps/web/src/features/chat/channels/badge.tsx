import { numberText } from '#core/format/number-format.ts';
import { useLanguage } from '#core/language/language.ts';
import styles from './sidebar-chat.module.css';

const MAX_SHOWN = 99;

interface BadgeProps {
  readonly count: number;
  /** Says what is counted. */
  readonly text: 'chat.unread' | 'chat.unreadReplies';
}

/** The number of unread messages; nothing if there are none. */
export const Badge = ({ count, text }: BadgeProps) => {
  const { t, code } = useLanguage();
  if (count === 0) return null;
  return (
    <span className={styles['badge']}>
      <span aria-hidden="true">
        {count > MAX_SHOWN ? `${numberText(MAX_SHOWN, code)}+` : numberText(count, code)}
      </span>
      <span className="visually-hidden">{t(text, { count })}</span>
    </span>
  );
};
