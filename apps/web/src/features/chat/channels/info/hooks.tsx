import { MAX_HOOK_NAME } from '@izgodno/contract/chat/hook-calls';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { exactTime } from '#core/format/relative-time.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { copyText } from '#shared/copy-text.ts';
import { createHook, deleteHook, hooksKey, hooksQuery } from './channel-calls.ts';
import { Confirm, useAction } from './controls.tsx';
import styles from './info.module.css';

/** The URL of a hook that was just made, which is not shown again. */
const HookUrl = ({ url }: { url: string }) => {
  const { t } = useLanguage();
  const texts = { copied: t('channelHooks.copied'), notCopied: t('channelHooks.notCopied') };
  return (
    <output className={styles['form']}>
      <span>{t('channelHooks.urlText')}</span>
      <code className={styles['address']}>{url}</code>
      <Button onClick={() => void copyText(url, texts)}>{t('channelHooks.copy')}</Button>
    </output>
  );
};

/** The incoming hooks of a channel, for its moderators: addresses to which programs post texts. */
export const Hooks = ({ channelId }: { channelId: string }) => {
  const { t, code } = useLanguage();
  const queries = useQueryClient();
  const { busy, run } = useAction();
  const [name, setName] = useState('');
  const [url, setUrl] = useState<string | null>(null);
  const [ending, setEnding] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const query = useQuery(hooksQuery(channelId));
  const refresh = () => void queries.invalidateQueries({ queryKey: hooksKey(channelId) });
  if (query.isError) return <FailedQuery query={query} />;
  return (
    <section className={styles['form']}>
      <h3 className={styles['legend']}>{t('channelHooks.title')}</h3>
      <p className={styles['muted']}>{t('channelHooks.text')}</p>
      <ul className={styles['list']} aria-label={t('channelHooks.title')}>
        {query.data?.map((hook) => (
          <li key={hook.id} className={styles['person']}>
            <span className={styles['grow']}>
              <bdi>{hook.name}</bdi>
              <small>
                <bdi>{hook.maker.name}</bdi>
                {' · '}
                {hook.lastUsedAt === null
                  ? t('channelHooks.unused')
                  : t('channelHooks.used', { when: exactTime(hook.lastUsedAt, code) })}
              </small>
            </span>
            <Button
              tone="danger"
              aria-label={t('channelHooks.deleteName', { name: hook.name })}
              onClick={() => setEnding(hook)}
            >
              {t('channelHooks.delete')}
            </Button>
          </li>
        ))}
      </ul>
      {url !== null && <HookUrl url={url} />}
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          run(
            async () => setUrl(await createHook(channelId, name)),
            () => {
              setName('');
              refresh();
            },
          );
        }}
      >
        <TextField
          label={t('channelHooks.name')}
          hint={t('channelHooks.nameHint')}
          value={name}
          required
          maxLength={MAX_HOOK_NAME}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={styles['row']}>
          <Button type="submit" disabled={busy || name.trim() === ''}>
            {t('channelHooks.create')}
          </Button>
        </div>
      </form>
      {ending !== null && (
        <Confirm
          title={t('channelHooks.deleteAsk', { name: ending.name })}
          action={t('channelHooks.delete')}
          work={() => deleteHook(channelId, ending.id)}
          onDone={() => {
            setEnding(null);
            setUrl(null);
            refresh();
          }}
          onClose={() => setEnding(null)}
        >
          <p>{t('channelHooks.deleteText')}</p>
        </Confirm>
      )}
    </section>
  );
};
