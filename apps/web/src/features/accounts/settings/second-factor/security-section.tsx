import type { Passkey } from '@izgodno/contract/accounts/passkeys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#core/failed-query.tsx';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useFragment } from '#core/router/fragment.ts';
import { supportsPasskeys } from '../../passkeys.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '#shared/ui/section.tsx';
import { showToast } from '#shared/ui/toast.ts';
import settings from '../settings.module.css';
import {
  addPasskey,
  factorsQuery,
  removeApp,
  removePasskey,
  renamePasskey,
  renewCodes,
} from '../calls.ts';
import { CodesDialog, FactorDialog } from './factor-dialog.tsx';
import styles from './second-factor.module.css';

const AppDialog = lazyComponent(
  ['accounts.factors', 'accounts.settings', 'accounts.sign-in'],
  async () => (await import('./app-dialog.tsx')).AppDialog,
);

type OpenDialog =
  | { readonly kind: 'add-passkey' | 'add-app' | 'remove-app' | 'renew-codes' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }
  | { readonly kind: 'codes'; readonly codes: string[] };

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly ask: (asked: OpenDialog) => void;
}

const PasskeyRow = ({ passkey, ask }: PasskeyRowProps) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={settings['device']}>
      <div>
        <p className={styles['name']}>{name}</p>
        <p className={settings['text']}>
          {t('factors.added', { when: relativeTime(createdAt, now, code) })} ·{' '}
          {lastUsedAt === null
            ? t('factors.neverUsed')
            : t('settings.lastUsed', { when: relativeTime(lastUsedAt, now, code) })}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button
          aria-label={t('factors.renameLabel', { name })}
          onClick={() => ask({ kind: 'rename', passkey })}
        >
          {t('factors.rename')}
        </Button>
        <Button
          aria-label={t('factors.removeLabel', { name })}
          onClick={() => ask({ kind: 'remove', passkey })}
        >
          {t('factors.remove')}
        </Button>
      </div>
    </li>
  );
};

interface SecurityDialogProps {
  readonly asked: OpenDialog;
  readonly proofRequired: boolean;
  /** Called with the new recovery codes, if there are any. */
  readonly onDone: (codes: string[] | null) => void;
  readonly onClose: () => void;
}

const SecurityDialog = ({ asked, proofRequired, onDone, onClose }: SecurityDialogProps) => {
  const { t } = useLanguage();
  const proof = proofRequired ? (['currentPassword'] as const) : [];
  switch (asked.kind) {
    case 'add-passkey':
      return (
        <FactorDialog
          title={t('factors.addPasskey')}
          submit={t('second.submit')}
          asks={['name', ...proof]}
          name={t('factors.newPasskey')}
          send={async ({ name, currentPassword }) =>
            onDone(await addPasskey(name, currentPassword))
          }
          onClose={onClose}
        />
      );
    case 'rename':
      return (
        <FactorDialog
          title={t('factors.rename')}
          submit={t('factors.save')}
          asks={['name']}
          name={asked.passkey.name}
          send={async ({ name }) => {
            await renamePasskey(asked.passkey.id, name);
            onDone(null);
          }}
          onClose={onClose}
        />
      );
    case 'remove':
    case 'remove-app':
      return (
        <FactorDialog
          title={
            asked.kind === 'remove'
              ? t('factors.removeLabel', { name: asked.passkey.name })
              : t('factors.removeApp')
          }
          submit={t('factors.remove')}
          tone="danger"
          asks={proof}
          send={async ({ currentPassword }) => {
            await (asked.kind === 'remove'
              ? removePasskey(asked.passkey.id, currentPassword)
              : removeApp(currentPassword));
            onDone(null);
          }}
          onClose={onClose}
        >
          <p>{t('factors.removeText')}</p>
        </FactorDialog>
      );
    case 'renew-codes':
      return (
        <FactorDialog
          title={t('factors.newCodes')}
          submit={t('factors.newCodes')}
          asks={proof}
          send={async ({ currentPassword }) => onDone(await renewCodes(currentPassword))}
          onClose={onClose}
        >
          <p>{t('factors.newCodesText')}</p>
        </FactorDialog>
      );
    case 'add-app':
      return (
        // A boundary here, because otherwise the whole page would suspend during the load and lose
        // its scroll position.
        <Eventually>
          <AppDialog proofRequired={proofRequired} onDone={onDone} onClose={onClose} />
        </Eventually>
      );
    case 'codes':
      return <CodesDialog codes={asked.codes} onClose={onClose} />;
  }
};

/** Passkeys, the authenticator app and the recovery codes of the account. */
export const SecuritySection = () => {
  const { t, code } = useLanguage();
  const now = useNow();
  const queries = useQueryClient();
  const query = useQuery(factorsQuery);
  const factors = query.data;
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  useFragment('security', factors !== undefined);
  const onDone = (codes: string[] | null): void => {
    showToast(t('factors.done'), 'success');
    setAsked(codes === null ? null : { kind: 'codes', codes });
    void queries.invalidateQueries({ queryKey: factorsQuery.queryKey });
  };
  const totpSince = factors?.totpSince ?? null;
  const hasFactor = factors !== undefined && (factors.passkeys.length > 0 || totpSince !== null);
  return (
    <div id="security" tabIndex={-1} className={styles['place']}>
      <Section title={t('factors.title')} text={t('factors.text')}>
        {query.isError && <FailedQuery query={query} />}
        {factors?.required === true && !hasFactor && (
          <p className={styles['required']}>{t('factors.required')}</p>
        )}
        <div className={styles['part']}>
          <h3 className={styles['heading']}>{t('factors.passkeys')}</h3>
          <p className={settings['text']}>{t('factors.passkeysText')}</p>
          <ul data-keeps-focus className={settings['devices']} aria-label={t('factors.passkeys')}>
            {factors?.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} ask={setAsked} />
            ))}
          </ul>
          {supportsPasskeys() ? (
            <Button
              className={settings['submit']}
              onClick={() => setAsked({ kind: 'add-passkey' })}
            >
              {t('factors.addPasskey')}
            </Button>
          ) : (
            <p>{t('factors.unsupported')}</p>
          )}
        </div>
        <div className={styles['part']}>
          <h3 className={styles['heading']}>{t('factors.app')}</h3>
          <p className={settings['text']}>
            {totpSince === null
              ? t('factors.appText')
              : t('factors.added', { when: relativeTime(totpSince, now, code) })}
          </p>
          {totpSince === null ? (
            <Button className={settings['submit']} onClick={() => setAsked({ kind: 'add-app' })}>
              {t('factors.addApp')}
            </Button>
          ) : (
            <Button className={settings['submit']} onClick={() => setAsked({ kind: 'remove-app' })}>
              {t('factors.removeApp')}
            </Button>
          )}
        </div>
        {hasFactor && (
          <div className={styles['part']}>
            <h3 className={styles['heading']}>{t('factors.codes')}</h3>
            <p className={settings['text']}>
              {t('factors.codesLeft', { count: factors.recoveryCodesLeft })}
            </p>
            <Button
              className={settings['submit']}
              onClick={() => setAsked({ kind: 'renew-codes' })}
            >
              {t('factors.newCodes')}
            </Button>
          </div>
        )}
        {asked !== null && (
          <SecurityDialog
            key={asked.kind}
            asked={asked}
            proofRequired={factors?.proofRequired ?? true}
            onDone={onDone}
            onClose={() => setAsked(null)}
          />
        )}
      </Section>
    </div>
  );
};
