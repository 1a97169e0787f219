import { APPEAL_LENGTH, type Decision } from '@izgodno/contract/moderation/appeal-calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureText } from '#core/failure-text.tsx';
import { dateFormat } from '#core/format/date-format.ts';
import { exactTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { MoreButton } from '#core/lists/more-button.tsx';
import { useFragment } from '#core/router/fragment.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { Section } from '#shared/ui/section.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { appeal, decisionsQuery } from '../calls.ts';
import styles from './moderation.module.css';

/** What moderators decided about the user's content, with their appeals; nothing if they did not. */
export const DecisionsSection = () => {
  const { t } = useLanguage();
  const query = useInfiniteQuery(decisionsQuery);
  const decisions = query.data?.pages.flatMap((page) => page.decisions) ?? [];
  const isShown = decisions.length > 0;
  useFragment('decisions', isShown);
  if (!isShown) return null;
  return (
    <div id="decisions" tabIndex={-1} className={styles['place']}>
      <Section title={t('moderation.decisions')} text={t('moderation.decisionsText')}>
        <ul aria-label={t('moderation.decisions')} className={styles['list']}>
          {decisions.map((decision) => (
            <DecisionRow key={decision.id} decision={decision} />
          ))}
        </ul>
        <MoreButton
          hasMore={query.hasNextPage}
          loading={query.isFetching}
          onMore={query.fetchNextPage}
        >
          {t('moderation.more')}
        </MoreButton>
      </Section>
    </div>
  );
};

const DecisionRow = ({ decision }: { readonly decision: Decision }) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const [isOpen, setIsOpen] = useState(false);
  const { action, title, reason, at, appealUntil, isReversed, appeal: made } = decision;
  const what = t(`moderation.decided.${action}`);
  const until = dateFormat(code, { dateStyle: 'long' }).format(new Date(appealUntil));
  return (
    <li className={styles['item']}>
      <div className={styles['what']}>
        <p>
          <strong>{title === null ? what : `${what}: ${title}`}</strong>
        </p>
        {reason !== '' && <p>{reason}</p>}
        <p className={styles['muted']}>
          <time dateTime={at}>{exactTime(at, code)}</time>
        </p>
      </div>
      {made !== null && (
        <div className={styles['what']}>
          <blockquote className={styles['quote']}>{made.text}</blockquote>
          <p>
            <strong>{t(`moderation.appeal.${made.outcome ?? 'open'}`)}</strong>
            {made.answer !== null && ` ${made.answer}`}
          </p>
        </div>
      )}
      {isReversed && (
        <p>
          <strong>{t('moderation.reinstated')}</strong>
        </p>
      )}
      {made === null && !isReversed && now < Date.parse(appealUntil) && (
        <div className={styles['actions']}>
          <Button aria-label={`${t('moderation.appeal')}: ${what}`} onClick={() => setIsOpen(true)}>
            {t('moderation.appeal')}
          </Button>
          <span className={styles['muted']}>{t('moderation.appealUntil', { date: until })}</span>
        </div>
      )}
      {isOpen && <AppealDialog decision={decision} onClose={() => setIsOpen(false)} />}
    </li>
  );
};

interface AppealDialogProps {
  readonly decision: Decision;
  readonly onClose: () => void;
}

const AppealDialog = ({ decision: { id, title, action }, onClose }: AppealDialogProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const isShort = text.trim().length < APPEAL_LENGTH.minimum;
  const sending = useMutation({
    mutationFn: () => appeal(id, text),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: decisionsQuery.queryKey }),
  });
  return (
    <FormDialog
      title={t('moderation.appeal')}
      className={styles['form']}
      cancelText={t('moderation.cancel')}
      submitText={t('moderation.appealSend')}
      disabled={sending.isPending}
      onSubmit={() => {
        setAsked(true);
        if (!isShort) sending.mutate();
      }}
      onClose={onClose}
    >
      <p>{title ?? t(`moderation.decided.${action}`)}</p>
      <Field
        label={t('moderation.appealWhy')}
        hint={t('moderation.appealHint')}
        error={asked && isShort ? t('moderation.error.reason', { ...APPEAL_LENGTH }) : undefined}
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            className={`${attributes.className} ${styles['reason']}`}
            rows={5}
            readOnly={sending.isPending}
            maxLength={APPEAL_LENGTH.maximum}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      />
      {sending.isError && (
        <p role="alert" className={styles['failure']}>
          <FailureText error={sending.error} isAction />
        </p>
      )}
    </FormDialog>
  );
};
