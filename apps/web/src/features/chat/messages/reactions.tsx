import type { Message, Reaction } from '@izgodno/contract/chat/message';
import { useLanguage } from '#core/language/language.ts';
import { numberText } from '#core/format/number-format.ts';
import { useStore } from '#shared/store.ts';
import { logs } from '../chat.ts';
import { useChannelView } from './channel-view-context.ts';
import styles from './message.module.css';

/**
 * Whether a reaction is the user's own: by the ids if the server named all, else by the local
 * record.
 */
const isOwn = (
  { emoji, count, userIds }: Reaction,
  userId: string,
  remembered: ReadonlySet<string> | undefined,
): boolean =>
  userIds.length >= count ? userIds.includes(userId) : remembered?.has(emoji) === true;

/** The reactions of a message; a press adds the same one, or removes it. */
export const Reactions = ({ message }: { message: Message }) => {
  const { t, code } = useLanguage();
  const { userId, onReact } = useChannelView();
  const remembered = useStore(logs.state).ownReactions.get(message.id);
  if (message.reactions.length === 0) return null;
  return (
    <fieldset className={styles['reactions']} aria-label={t('chat.reactions')}>
      {message.reactions.map((reaction) => {
        const { emoji, count } = reaction;
        const own = isOwn(reaction, userId, remembered);
        return (
          <button
            key={emoji}
            type="button"
            className={styles['reaction']}
            aria-pressed={own}
            aria-label={t('chat.reaction', { emoji, count })}
            onClick={() => onReact(message, emoji, !own)}
          >
            <span aria-hidden="true">{emoji}</span> {numberText(count, code)}
          </button>
        );
      })}
    </fieldset>
  );
};
