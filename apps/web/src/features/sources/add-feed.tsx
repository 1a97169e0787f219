import { MAX_FEED_NAME_LENGTH } from '@izgodno/contract/sources/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { CheckField } from '#shared/ui/check-field.tsx';
import { Section } from '#shared/ui/section.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { priceText } from '#core/format/money.ts';
import { add, type FeedPreview, type SourceUrl, preview, sourcesQuery } from './calls.ts';
import { UrlForm, emptyUrl, toSourceUrl } from './url-form.tsx';
import { RejectedReasons, RejectedRowList } from './rejected-rows.tsx';
import styles from './sources.module.css';

/** The preview of the first rows of a feed. */
const FeedPreviewReport = ({ found }: { found: FeedPreview }) => {
  const { t, code } = useLanguage();
  return (
    <div className={styles['preview']}>
      <output className={styles['name']}>
        {t('sources.previewResult', { accepted: found.accepted, rows: found.rows })}
      </output>
      {found.deals.length > 0 && (
        <>
          <h3>{t('sources.previewDeals')}</h3>
          <ul className={styles['deals']}>
            {found.deals.map((deal) => (
              <li key={deal.externalId}>
                <span className={styles['name']}>{deal.title}</span>
                <span>{priceText(deal.price, code).euro}</span>
                {deal.originalPrice !== undefined && (
                  <s>{priceText(deal.originalPrice, code).euro}</s>
                )}
                <span className={styles['muted']}>
                  {t(`category.${deal.category}`)}
                  {deal.sourceCategory !== undefined && ` (${deal.sourceCategory})`}
                </span>
                <span className={styles['muted']}>{t(`condition.${deal.condition}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {found.rejected.length > 0 && (
        <>
          <h3>{t('sources.previewRejected')}</h3>
          <RejectedReasons reasons={found.rejectedReasons} />
          <RejectedRowList rows={found.rejected} />
        </>
      )}
    </div>
  );
};

interface NameFeedProps {
  readonly at: SourceUrl;
  readonly found: FeedPreview;
  readonly onAdded: () => void;
}

/** The name of the new feed. */
const NameFeed = ({ at, found, onAdded }: NameFeedProps) => {
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
        adding.mutate({ ...at, id, name, commission });
      }}
    >
      <TextField
        label={t('sources.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_FEED_NAME_LENGTH}
        required
      />
      <TextField
        label={t('sources.id')}
        hint={t('sources.idHint')}
        error={adding.error === null ? undefined : t(actionErrorText(adding.error))}
        value={id}
        onChange={(event) => setId(event.target.value)}
        pattern="[a-z0-9][a-z0-9._\-]{0,63}"
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

/** Adds a feed or a site by its URL, after a preview of its deals. */
export const AddFeed = () => {
  const { t } = useLanguage();
  const [draft, setDraft] = useState(emptyUrl);
  const looking = useMutation({ mutationFn: preview });
  return (
    <Section title={t('sources.addFeed')} text={t('sources.addFeedText')}>
      <UrlForm
        draft={draft}
        error={looking.error}
        isPending={looking.isPending}
        onChange={(changed) => {
          setDraft(changed);
          looking.reset();
        }}
        onSubmit={() => looking.mutate(toSourceUrl(draft))}
      />
      <output className={styles['muted']}>{looking.isPending && t('sources.previewing')}</output>
      {looking.data !== undefined && (
        <>
          <FeedPreviewReport found={looking.data} />
          <NameFeed
            at={toSourceUrl(draft)}
            found={looking.data}
            onAdded={() => {
              setDraft(emptyUrl);
              looking.reset();
            }}
          />
        </>
      )}
    </Section>
  );
};
