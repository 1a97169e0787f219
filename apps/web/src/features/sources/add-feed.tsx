import { ApiError } from '@izgodno/contract/common/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage, type Translate } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { CheckField } from '#shared/ui/check-field.tsx';
import { Section } from '#shared/ui/section.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { add, preview, sourcesQuery, type FeedPreview } from './calls.ts';
import { FeedPreviewReport } from './feed-preview.tsx';
import { sourceErrorText } from './texts.ts';
import styles from './sources.module.css';

/** Why the URL is invalid, as precisely as the server says. */
const urlError = (t: Translate, error: Error | null): string | undefined => {
  if (error === null) return undefined;
  const invalid = error instanceof ApiError ? error.fields['url'] : undefined;
  const isFeedError = error instanceof ApiError && error.code === 'feed_unusable';
  return isFeedError && invalid !== undefined
    ? t(sourceErrorText(invalid.code))
    : t(actionErrorText(error));
};

interface NameFeedProps {
  readonly url: string;
  readonly found: FeedPreview;
  readonly onAdded: () => void;
}

/** The name of the new feed. */
const NameFeed = ({ url, found, onAdded }: NameFeedProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [id, setId] = useState(found.suggestedId ?? '');
  const [name, setName] = useState(found.name ?? found.suggestedId ?? '');
  const [commission, setCommission] = useState(false);
  const adding = useMutation({
    mutationFn: add,
    onSuccess: async () => {
      showToast(t('sources.added', { name }), 'success');
      onAdded();
      await queries.invalidateQueries({ queryKey: sourcesQuery.queryKey });
    },
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate({ url, id, name, commission });
      }}
    >
      <TextField
        label={t('sources.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={120}
        required
      />
      <TextField
        label={t('sources.id')}
        hint={t('sources.idHint')}
        error={adding.error === null ? undefined : t(actionErrorText(adding.error))}
        value={id}
        onChange={(event) => setId(event.target.value)}
        pattern="[a-z0-9][a-z0-9._\-]{0,63}"
        maxLength={64}
        autoCapitalize="none"
        required
      />
      <CheckField checked={commission} onChange={setCommission}>
        {t('sources.commission')}
      </CheckField>
      <Button type="submit" tone="primary" className={styles['submit']} disabled={adding.isPending}>
        {t('sources.add')}
      </Button>
    </form>
  );
};

/** Adds a merchant feed by its URL, after a preview of its rows. */
export const AddFeed = () => {
  const { t } = useLanguage();
  const [url, setUrl] = useState('');
  const looking = useMutation({ mutationFn: preview });
  return (
    <Section title={t('sources.addFeed')} text={t('sources.addFeedText')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          looking.mutate(url);
        }}
      >
        <TextField
          label={t('sources.feedUrl')}
          type="url"
          inputMode="url"
          value={url}
          error={urlError(t, looking.error)}
          onChange={(event) => {
            setUrl(event.target.value);
            looking.reset();
          }}
          required
        />
        <Button type="submit" className={styles['submit']} disabled={looking.isPending}>
          {t('sources.preview')}
        </Button>
      </form>
      <output className={styles['muted']}>{looking.isPending && t('sources.previewing')}</output>
      {looking.data !== undefined && (
        <>
          <FeedPreviewReport found={looking.data} />
          <NameFeed
            url={url}
            found={looking.data}
            onAdded={() => {
              setUrl('');
              looking.reset();
            }}
          />
        </>
      )}
    </Section>
  );
};
