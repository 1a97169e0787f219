import type { Message, Reaction } from '@izgodno/contract/chat/message';
import { useLanguage } from '#core/language/language.ts';
import { numberText } from '#core/format/number-format.ts';
import { useStore } from '#shared/store.ts';
import { logs } from '../chat.ts';
import { useChannelView } from './channel-view-context.ts';
import { unconfirmed } from './message-actions.ts';
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

/** The reactions of a message as they are with what the server has not confirmed. */
const useReactions = ({ id, reactions }: Message, userId: string) => {
  const remembered = useStore(logs.state).ownReactions.get(id);
  const changes = useStore(unconfirmed).filter((one) => one.id === id);
  const isNew = ({ emoji }: { emoji: string }) => reactions.every((one) => one.emoji !== emoji);
  const added = changes.filter(isNew).map(({ emoji }) => ({ emoji, count: 0, userIds: [] }));
  return [...reactions, ...added]
    .map((reaction) => {
      const { emoji, count } = reaction;
      const was = isOwn(reaction, userId, remembered);
      const own = changes.find((one) => one.emoji === emoji)?.given ?? was;
      return { emoji, own, count: count + Number(own) - Number(was) };
    })
    .filter(({ count }) => count > 0);
};

/** The reactions of a message; a press adds the same one, or removes it. */
export const Reactions = ({ message }: { message: Message }) => {
  const { t, code } = useLanguage();
  const { userId, onReact } = useChannelView();
  const reactions = useReactions(message, userId);
  if (reactions.length === 0) return null;
  return (
    <fieldset className={styles['reactions']} aria-label={t('chat.reactions')}>
      {reactions.map(({ emoji, count, own }) => (
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
      ))}
    </fieldset>
  );
};
