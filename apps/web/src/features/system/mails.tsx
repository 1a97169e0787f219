import {
  listMails,
  type LoggedMail,
  mailStateSchema,
  mailStates,
  sendTestMail,
} from '@izgodno/contract/system/mail-calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';
import { showFailure } from '#core/api/error-text.ts';
import { dateFormat } from '#core/format/date-format.ts';
import { loadedKey, useLanguage } from '#core/language/language.ts';
import { Queue } from '#core/lists/queue.tsx';
import { useLocation } from '#core/router/location.ts';
import { TabLinks } from '#core/router/tab-links.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '#shared/ui/section.tsx';
import styles from './system.module.css';

const mailsKey = ['system', 'mails'];
const PATH = '/admin?view=mails';

/** The colour of a state, as those of the doctor. */
const statusOf = { sent: 'healthy', failed: 'degraded', undeliverable: 'error' } as const;

const MailRow = ({ mail }: { mail: LoggedMail }) => {
  const { t, code } = useLanguage();
  const time = dateFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className={styles['row']} data-status={statusOf[mail.state]}>
      <p className={styles['name']}>
        {t(loadedKey(`mails.kind.${mail.kind}`, 'mails.kind.other'))}
        <span>{t(`mails.is.${mail.state}`)}</span>
      </p>
      <p>{mail.recipient}</p>
      {mail.error !== null && <p lang="en">{mail.error}</p>}
      <p className={styles['muted']}>
        {t('mails.attempts', { date: time.format(new Date(mail.lastAt)), count: mail.attempts })}
      </p>
      <p className={styles['muted']}>{mail.messageId}</p>
    </li>
  );
};

/** Sends a mail to the administrator who presses, and says what became of it. */
const TestMail = () => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => api.call(sendTestMail, {}),
    onError: showFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: mailsKey }),
  });
  return (
    <>
      <Button
        className={styles['act'] ?? ''}
        disabled={send.isPending}
        onClick={() => send.mutate()}
      >
        {t('mails.test')}
      </Button>
      <output>
        {send.isPending && t('mails.sending')}
        {send.data !== undefined && t(`mails.outcome.${send.data.outcome}`)}
      </output>
      {typeof send.data?.error === 'string' && <p lang="en">{send.data.error}</p>}
    </>
  );
};

/** What became of each mail, newest first, and a test mail. */
export const Mails = () => {
  const { t } = useLanguage();
  const asked = mailStateSchema.safeParse(new URLSearchParams(useLocation().query).get('state'));
  const state = asked.data;
  const query = useInfiniteQuery(
    pagedQuery([...mailsKey, state ?? 'all'], (page, signal) =>
      api.call(
        listMails,
        { query: { ...page, ...(state === undefined ? {} : { state }) } },
        signal,
      ),
    ),
  );
  const first = query.data?.pages[0];
  return (
    <Section
      title={t('mails.title')}
      text={first === undefined ? '' : t('mails.text', { count: first.days })}
    >
      {first?.enabled === false && <p>{t('mails.outcome.unconfigured')}</p>}
      <TestMail />
      <TabLinks
        label={t('mails.states')}
        links={[undefined, ...mailStates].map((each) => ({
          href: each === undefined ? PATH : `${PATH}&state=${each}`,
          isCurrent: each === state,
          content: t(`mails.state.${each ?? 'all'}`),
        }))}
      />
      <Queue
        items={query.data?.pages.flatMap(({ mails }) => mails)}
        query={query}
        none={<p>{t('mails.none')}</p>}
      >
        {(mails) => (
          <ul className={styles['rows']} aria-label={t('mails.title')}>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </Queue>
    </Section>
  );
};
