import type { Watched } from '@izgodno/contract/watched-pages/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { dealHref } from '#core/deals/paths.ts';
import { isAbsoluteWebUrl } from '#core/forms/absolute-web-url.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { watch } from './calls.ts';
import styles from './watched-pages.module.css';

/** Watches the page behind a pasted link. The URL of the page may propose one as `link`. */
export const WatchForm = ({ userId }: { userId: string }) => {
  const { t } = useLanguage();
  const { query } = useLocation();
  const queries = useQueryClient();
  const [link, setLink] = useState(() => new URLSearchParams(query).get('link') ?? '');
  const url = link.trim();
  const watching = useMutation({
    mutationFn: (sent: string) => watch(queries, userId, sent),
    onSuccess: (_, sent) => setLink((now) => (now.trim() === sent ? '' : now)),
  });
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (watching.isPending) return;
        const isUrl = isAbsoluteWebUrl(url);
        setWrong(!isUrl);
        if (isUrl) watching.mutate(url);
      }}
    >
      <TextField
        label={t('watched.link')}
        hint={t('watched.hint')}
        error={
          isWrong
            ? t('watched.noUrl')
            : watching.isError
              ? t(actionErrorText(watching.error))
              : undefined
        }
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={link}
        onChange={({ target }) => {
          watching.reset();
          setWrong(false);
          setLink(target.value);
        }}
        end={
          <Button type="submit" tone="primary" disabled={watching.isPending}>
            {t(watching.isPending ? 'watched.reading' : 'watched.watch')}
          </Button>
        }
      >
        <output className={styles['muted']}>
          {watching.data !== undefined && <WatchResult watched={watching.data} />}
        </output>
      </TextField>
    </form>
  );
};

const WatchResult = ({ watched }: { watched: Watched }) => {
  const { t } = useLanguage();
  if (watched.kind === 'page') return t('watched.added', { title: watched.page.title });
  const { id, title } = watched.deal;
  return (
    <>
      {t('watched.isDeal')} <Link href={dealHref(id)}>{title}</Link>
    </>
  );
};
