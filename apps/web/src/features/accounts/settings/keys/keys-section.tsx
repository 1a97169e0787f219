import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '@izgodno/contract/accounts/key-calls';
import { errorText } from '#core/api/error-text.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { dateFormat } from '#core/format/date-format.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Section } from '#shared/ui/section.tsx';
import { showToast } from '#shared/ui/toast.ts';
import styles from '../settings.module.css';
import { keysQuery, revokeKey } from './calls.ts';
import { MakeKeyDialog, NewKeyDialog } from './key-dialogs.tsx';

const DAY = { dateStyle: 'medium' } as const;

const KeyRow = ({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const { name, hint, scopes, expiresAt, lastUsedAt } = apiKey;
  const facts = [
    `${hint}…`,
    lastUsedAt === null
      ? t('keys.neverUsed')
      : t('settings.lastUsed', { when: relativeTime(lastUsedAt, now, code) }),
    expiresAt === null
      ? t('keys.noExpiry')
      : t(Date.parse(expiresAt) <= now ? 'keys.expired' : 'keys.expires', {
          when: dateFormat(code, DAY).format(new Date(expiresAt)),
        }),
  ];
  return (
    <li className={styles['device']}>
      <div>
        <p className={styles['deviceName']}>{name}</p>
        <p className={styles['text']}>{facts.join(' · ')}</p>
        <p className={styles['text']}>
          {scopes.map((scope) => t(`keys.scope.${scope}`)).join(', ')}
        </p>
      </div>
      <Button aria-label={t('keys.revokeLabel', { name })} onClick={onRevoke}>
        {t('keys.revoke')}
      </Button>
    </li>
  );
};

type OpenDialog =
  | { readonly kind: 'make' }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'revoke'; readonly apiKey: ApiKey };

/** The user's API keys: makes them, shows a new one once, and revokes them. */
export const KeysSection = () => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const query = useQuery(keysQuery);
  const { data } = query;
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: keysQuery.queryKey });
  const revoke = useMutation({
    mutationFn: revokeKey,
    onSuccess: () => void showToast(t('keys.revoked'), 'success'),
    onError: (failure) => void showToast(t(errorText(failure)), 'error'),
    onSettled: refresh,
  });
  const close = () => setAsked(null);
  return (
    <Section title={t('keys.title')} text={t('keys.text')}>
      {query.isError && <FailedQuery query={query} />}
      <ul data-keeps-focus className={styles['devices']} aria-label={t('keys.title')}>
        {data?.keys.map((apiKey) => (
          <KeyRow
            key={apiKey.id}
            apiKey={apiKey}
            onRevoke={() => setAsked({ kind: 'revoke', apiKey })}
          />
        ))}
      </ul>
      <p className={styles['text']}>
        <a className={styles['link']} href="/api/docs/">
          {t('keys.documentation')}
        </a>
      </p>
      <Button className={styles['submit']} onClick={() => setAsked({ kind: 'make' })}>
        {t('keys.make')}
      </Button>
      {asked?.kind === 'make' && (
        <MakeKeyDialog
          scopes={data?.scopes ?? []}
          onMade={(secret) => {
            setAsked({ kind: 'secret', secret });
            void refresh();
          }}
          onClose={close}
        />
      )}
      {asked?.kind === 'secret' && <NewKeyDialog secret={asked.secret} onClose={close} />}
      {asked?.kind === 'revoke' && (
        <Dialog
          open
          title={t('keys.revokeLabel', { name: asked.apiKey.name })}
          onClose={close}
          actions={
            <>
              <Button tone="quiet" onClick={close}>
                {t('settings.cancel')}
              </Button>
              <Button
                tone="danger"
                onClick={() => {
                  revoke.mutate(asked.apiKey.id);
                  close();
                }}
              >
                {t('keys.revoke')}
              </Button>
            </>
          }
        >
          <p>{t('keys.revokeText')}</p>
        </Dialog>
      )}
    </Section>
  );
};
