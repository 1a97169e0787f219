import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TEST_EVENT, type Delivery, type Webhook } from '@izgodno/contract/webhooks/calls';
import { FailedQuery } from '#core/failed-query.tsx';
import { exactTime } from '#core/format/relative-time.ts';
import { loadedKey, useLanguage, type TextKey } from '#core/language/language.ts';
import { useAct } from '#core/use-act.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Section } from '#shared/ui/section.tsx';
import {
  logQuery,
  removeWebhook,
  sendAgain,
  tryWebhook,
  enableWebhook,
  webhooksKey,
  webhooksQuery,
} from './calls.ts';
import { NewSecretDialog, WebhookForm } from './webhook-form.tsx';
import styles from './webhooks.module.css';

const shown = { done: 'webhooks.done', changes: webhooksKey } as const;

const DeliveryRow = ({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) => {
  const { t, code } = useLanguage();
  const again = useAct(() => sendAgain(webhook.id, delivery.id), shown);
  const { event, state, status, error, attempts, createdAt } = delivery;
  const name =
    event === TEST_EVENT
      ? t('webhooks.event.test')
      : t(loadedKey(`webhooks.event.${event}`, 'webhooks.event.test'));
  const sentAt = exactTime(createdAt, code);
  const facts = [
    t(`webhooks.delivery.${state}`),
    ...(status === null ? [] : [String(status)]),
    ...(error === null || status !== null
      ? []
      : [t(loadedKey(`webhooks.error.${error}`, 'webhooks.error.unreachable'))]),
    t('webhooks.attempts', { count: attempts }),
  ];
  return (
    <li className={styles['row']}>
      <div>
        <p>
          {name}
          {' · '}
          <time dateTime={createdAt}>{sentAt}</time>
        </p>
        <p className={styles['text']}>{facts.join(' · ')}</p>
      </div>
      {webhook.state === 'enabled' && state !== 'pending' && (
        <Button
          aria-label={t('webhooks.actOn', {
            act: t('webhooks.again'),
            name: `${name} · ${sentAt}`,
          })}
          disabled={again.isPending}
          onClick={() => again.mutate(undefined)}
        >
          {t('webhooks.again')}
        </Button>
      )}
    </li>
  );
};

const Log = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useLanguage();
  const query = useQuery(logQuery(webhook.id));
  if (query.isError) return <FailedQuery query={query} />;
  if (query.data?.deliveries.length === 0)
    return <p className={styles['text']}>{t('webhooks.noLog')}</p>;
  return (
    <ul aria-label={t('webhooks.log')} className={styles['log']}>
      {query.data?.deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
      ))}
    </ul>
  );
};

const WebhookRow = ({ webhook }: { webhook: Webhook }) => {
  const { t, code } = useLanguage();
  const [showsLog, setShowsLog] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { id, url, events, state, failingSince } = webhook;
  const isOn = state === 'enabled';
  const enabling = useAct(() => enableWebhook(id, !isOn), shown);
  const attempt = useAct(() => tryWebhook(id).then(() => setShowsLog(true)), shown);
  const remove = useAct(() => removeWebhook(id), shown);
  const nameOf = (act: TextKey): string => t('webhooks.actOn', { act: t(act), name: url });
  const switching = isOn ? 'webhooks.disable' : 'webhooks.enable';
  const isBusy = enabling.isPending || attempt.isPending || remove.isPending;
  return (
    <li className={styles['webhook']}>
      <p className={styles['url']}>{url}</p>
      <p className={styles['text']}>
        {t(`webhooks.state.${state}`)}
        {isOn && failingSince !== null
          ? ` · ${t('webhooks.failingSince', { when: exactTime(failingSince, code) })}`
          : ''}
      </p>
      <p className={styles['text']}>
        {events.map((event) => t(`webhooks.event.${event}`)).join(', ')}
      </p>
      <div className={styles['acts']}>
        {isOn && (
          <Button
            aria-label={nameOf('webhooks.try')}
            disabled={isBusy}
            onClick={() => attempt.mutate(undefined)}
          >
            {t('webhooks.try')}
          </Button>
        )}
        <Button
          aria-label={nameOf('webhooks.log')}
          aria-expanded={showsLog}
          onClick={() => setShowsLog(!showsLog)}
        >
          {t('webhooks.log')}
        </Button>
        {state !== 'suspended' && (
          <Button
            aria-label={nameOf(switching)}
            disabled={isBusy}
            onClick={() => enabling.mutate(undefined)}
          >
            {t(switching)}
          </Button>
        )}
        <Button
          tone="danger"
          aria-label={nameOf('webhooks.remove')}
          disabled={isBusy}
          onClick={() => setIsAsking(true)}
        >
          {t('webhooks.remove')}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          open
          title={t('webhooks.removeTitle')}
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button tone="quiet" onClick={() => setIsAsking(false)}>
                {t('webhooks.cancel')}
              </Button>
              <Button
                tone="danger"
                onClick={() => {
                  remove.mutate(undefined);
                  setIsAsking(false);
                }}
              >
                {t('webhooks.remove')}
              </Button>
            </>
          }
        >
          <p>{t('webhooks.removeText', { url })}</p>
        </Dialog>
      )}
      {showsLog && <Log webhook={webhook} />}
    </li>
  );
};

/** The user's webhooks: makes them, tries them, and shows what was sent. */
export const WebhooksSection = () => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const query = useQuery(webhooksQuery);
  const [asked, setAsked] = useState<'nothing' | 'form' | { readonly secret: string }>('nothing');
  const close = () => setAsked('nothing');
  return (
    <Section title={t('webhooks.title')} text={t('webhooks.text')}>
      {query.isError && <FailedQuery query={query} />}
      <ul data-keeps-focus aria-label={t('webhooks.title')} className={styles['webhooks']}>
        {query.data?.webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      <Button className={styles['make']} onClick={() => setAsked('form')}>
        {t('webhooks.make')}
      </Button>
      {asked === 'form' && (
        <WebhookForm
          onMade={(secret) => {
            setAsked({ secret });
            void queries.invalidateQueries({ queryKey: webhooksKey });
          }}
          onClose={close}
        />
      )}
      {typeof asked === 'object' && <NewSecretDialog secret={asked.secret} onClose={close} />}
    </Section>
  );
};
