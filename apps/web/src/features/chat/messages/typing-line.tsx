import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import { people } from '../chat.ts';
import styles from './conversation.module.css';

/** The maximum number of names; for more, the line says that several users are typing. */
const NAMED = 3;

interface TypingLineProps {
  readonly channelId: string;
  readonly userId: string;
  readonly blocked: ReadonlySet<string>;
}

/** Shows who is typing. Its line always takes space, so that nothing moves. */
export const TypingLine = ({ channelId, userId, blocked }: TypingLineProps) => {
  const { t, code } = useLanguage();
  const typing = useStore(people.state).typing.get(channelId);
  const names = [...(typing ?? [])]
    .filter(([id]) => id !== userId && !blocked.has(id))
    .map(([, name]) => name);
  const list = new Intl.ListFormat(code, { type: 'conjunction' });
  return (
    <p className={styles['typing']}>
      {names.length > NAMED && t('chat.severalTyping')}
      {names.length > 0 &&
        names.length <= NAMED &&
        t('chat.typing', { names: list.format(names), count: names.length })}
    </p>
  );
};
