import type { Message } from '@izgodno/contract/chat/message';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '#core/api/error-text.ts';
import { numberText } from '#core/format/number-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { usePath } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { withSignIn } from '#core/session/browser/with-sign-in.ts';
import { Button } from '#shared/ui/button.tsx';
import { QUICK_EMOJI } from '../messages/quick-emoji.ts';
import { reactToComment } from './calls.ts';
import styles from './comments.module.css';

interface CommentReactionsProps {
  readonly comment: Message;
  readonly dealId: string;
  /** Whether emoji that no one has given are offered. */
  readonly isChoosing: boolean;
  readonly onChosen: () => void;
}

/**
 * The reactions to a comment; a press of a user adds the same one, or removes it. Signed-out visitors
 * are asked to sign in, and then have reacted.
 */
export const CommentReactions = (props: CommentReactionsProps) => {
  const { comment, dealId, isChoosing, onChosen } = props;
  const { t, code } = useLanguage();
  const user = useUser();
  const queries = useQueryClient();
  const reacting = useMutation({
    mutationFn: (change: { readonly emoji: string; readonly given: boolean }) =>
      reactToComment(queries, dealId, comment.id, change),
    onSuccess: onChosen,
    onError: (error) => void showFailure(error),
  });
  const path = usePath();
  const react = (emoji: string, given: boolean): void =>
    void withSignIn(({ requireSignIn }) => {
      const commentId = comment.id;
      if (requireSignIn({ kind: 'react', dealId, commentId, emoji, path: `${path}#comments` }))
        reacting.mutate({ emoji, given });
    });
  const { reactions } = comment;
  const isNew = (emoji: string): boolean => reactions.every((given) => given.emoji !== emoji);
  const offered = isChoosing ? QUICK_EMOJI.filter(isNew) : [];
  if (reactions.length + offered.length === 0) return null;
  return (
    <fieldset className={styles['actions']} aria-label={t('chat.reactions')}>
      {reactions.map(({ emoji, count, userIds }) => {
        const isOwn = user !== null && userIds.includes(user.id);
        return (
          <Button
            key={emoji}
            aria-pressed={isOwn}
            aria-label={t('chat.reaction', { emoji, count })}
            disabled={reacting.isPending}
            onClick={() => react(emoji, !isOwn)}
          >
            {emoji} {numberText(count, code)}
          </Button>
        );
      })}
      {offered.map((emoji) => (
        <Button
          key={emoji}
          tone="quiet"
          aria-label={t('comments.reactWith', { emoji })}
          disabled={reacting.isPending}
          onClick={() => react(emoji, true)}
        >
          {emoji}
        </Button>
      ))}
    </fieldset>
  );
};
