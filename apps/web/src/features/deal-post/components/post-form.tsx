import type { Deal } from '@izgodno/contract/deals/deal';
import type { ProductPage } from '@izgodno/contract/deals/link-calls';
import { DEAL_DESCRIPTION_LENGTH, type DealDraft } from '@izgodno/contract/deals/posting-calls';
import { categories, conditions } from '@izgodno/contract/deals/vocabulary';
import { useEffect, useRef, type ComponentType } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { takePictures } from '../api.ts';
import { uploadMedia } from '../browser/media-uploads.ts';
import type { OpenDraft } from '../browser/open-draft.ts';
import { faultText } from '../fault-texts.ts';
import type { PostDraft } from '../model/draft.ts';
import { postFields, type PostField } from '../model/faults.ts';
import { fillFrom, withPictures } from '../model/product-page.ts';
import { usePosting } from '../use-posting.ts';
import { ChoiceField } from './choice-field.tsx';
import { DraftPreview } from './draft-preview.tsx';
import { DuplicatesDialog } from './duplicates-dialog.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { LinkField } from './link-field.tsx';
import { LocationField } from './location-field.tsx';
import { MediaField } from './media-field.tsx';
import { PriceField } from './price-field.tsx';
import { TagsField } from './tags-field.tsx';
import styles from './post-form.module.css';

export interface PostFormProps {
  readonly userId: string;
  readonly open: OpenDraft;
  readonly isNew: boolean;
  /** Throws `ApiError`. */
  readonly send: (post: DealDraft, draft: PostDraft) => Promise<void>;
  readonly onDiscard: () => void;
  /** Whether there is something to discard. */
  readonly isTouched: boolean;
  readonly Card: ComponentType<{ deal: Deal }>;
  readonly hrefOf: (deal: Deal) => string;
}

/** The first field at fault takes the focus, so that its fault is read out. */
const useFocusOnFault = (faults: Readonly<Partial<Record<PostField, string>>>) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = postFields.find((field) => faults[field] !== undefined);
    const control = first === undefined ? null : form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }, [faults]);
  return form;
};

/** Everything a person says of a deal, beside the deal as it will look. */
export const PostForm = ({
  userId,
  open,
  isNew,
  send,
  onDiscard,
  isTouched,
  Card,
  hrefOf,
}: PostFormProps) => {
  const language = useLanguage();
  const { t } = language;
  const draft = useStore(open.draft);
  const posting = usePosting({ readDraft: open.draft.get, isNew, send });
  const form = useFocusOnFault(posting.blamed);
  const { phase } = posting;
  const isBusy = phase.kind !== 'editing' && phase.kind !== 'doubting';

  const change = (field: PostField, part: Partial<PostDraft>): void => {
    posting.forgive(field);
    open.change(part);
  };

  const fill = async (product: ProductPage): Promise<void> => {
    open.change(fillFrom(open.draft.get(), product, language.code));
    if (open.draft.get().media.length > 0) return;
    const files = await takePictures(product);
    const draftNow = open.draft.get();
    const filled = withPictures(draftNow, product, files);
    if (filled !== draftNow) open.change(filled);
  };

  const faultOf = (field: PostField): string | undefined => {
    const code = posting.faults[field];
    return code === undefined ? undefined : faultText(language, field, code);
  };

  const busyText = {
    'awaiting-media': 'posting.awaitingMedia',
    'looking-for-duplicates': 'posting.lookingForDuplicates',
    sending: 'posting.sending',
  } as const;

  return (
    <div className={styles['columns']}>
      <form
        ref={form}
        noValidate
        className={styles['form']}
        aria-label={t(isNew ? 'posting.title' : 'posting.editTitle')}
        onSubmit={(event) => {
          event.preventDefault();
          posting.submit();
        }}
      >
        <section className={styles['section']}>
          <LinkField
            link={draft.link}
            fault={faultOf('link')}
            onChange={(link) => change('link', { link })}
            onRead={fill}
          />
        </section>
        <section className={styles['section']}>
          <MediaField
            media={draft.media}
            fault={faultOf('media')}
            onChange={(media) => change('media', { media })}
            upload={(files) => uploadMedia(userId, draft.id, draft.media.length, files)}
          />
        </section>
        <section className={styles['section']}>
          <TextField
            label={t('posting.name')}
            name="title"
            required
            autoComplete="off"
            value={draft.title}
            fault={faultOf('title')}
            onChange={({ target }) => change('title', { title: target.value })}
          />
          <div className={styles['pair']}>
            <ChoiceField
              name="category"
              label={t('filters.category')}
              placeholder={t('posting.choose')}
              values={categories}
              chosen={draft.category}
              text={(category) => t(`category.${category}`)}
              fault={faultOf('category')}
              onChoose={(category) => change('category', { category })}
            />
            <ChoiceField
              name="condition"
              label={t('filters.condition')}
              values={conditions}
              chosen={draft.condition}
              text={(condition) => t(`condition.${condition}`)}
              onChoose={(condition) => open.change({ condition })}
            />
          </div>
          <div className={styles['pair']}>
            <PriceField
              name="price"
              label={t('posting.price')}
              typed={draft.price}
              fault={faultOf('price')}
              onChange={(price) => change('price', { price })}
            />
            <PriceField
              name="originalPrice"
              label={t('posting.originalPrice')}
              typed={draft.originalPrice}
              fault={faultOf('originalPrice')}
              onChange={(originalPrice) => change('originalPrice', { originalPrice })}
            />
          </div>
          <LocationField
            place={draft.place}
            location={draft.location}
            fault={faultOf('location')}
            onChange={(place) => change('location', place)}
          />
        </section>
        <section className={styles['section']}>
          <Field
            label={t('posting.description')}
            fault={faultOf('description')}
            hint={t('posting.length', {
              length: draft.description.length,
              maximum: DEAL_DESCRIPTION_LENGTH.maximum,
            })}
            renderControl={(attributes) => (
              <textarea
                {...attributes}
                name="description"
                rows={6}
                value={draft.description}
                onChange={({ target }) => change('description', { description: target.value })}
              />
            )}
          />
          <TagsField
            tags={draft.tags}
            fault={faultOf('tags')}
            onChange={(tags) => change('tags', { tags })}
          />
          <ExpiryField
            day={draft.expiresOn}
            fault={faultOf('expiresAt')}
            onChange={(expiresOn) => change('expiresAt', { expiresOn })}
          />
        </section>
        {posting.failure !== null && (
          <div role="alert" className={styles['failure']}>
            {t(actionErrorText(posting.failure))}
          </div>
        )}
        <div className={styles['actions']}>
          <Button type="submit" tone="primary" aria-disabled={isBusy}>
            {isBusy ? t(busyText[phase.kind]) : t(isNew ? 'posting.submit' : 'posting.save')}
          </Button>
          {isTouched && (
            <Button tone="quiet" onClick={onDiscard}>
              {t(isNew ? 'posting.startOver' : 'posting.discard')}
            </Button>
          )}
          <p className={styles['kept']}>{isTouched && t('posting.keptHere')}</p>
        </div>
      </form>
      <DraftPreview draft={draft} Card={Card} />
      <DuplicatesDialog
        duplicates={phase.kind === 'doubting' ? phase.duplicates : []}
        hrefOf={hrefOf}
        onPost={posting.postAnyway}
        onBack={posting.giveUp}
      />
    </div>
  );
};
