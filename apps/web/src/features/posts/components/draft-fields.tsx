import { DEAL_DESCRIPTION_LENGTH, DEFAULT_DEAL_LIFETIME_DAYS } from '@izgodno/contract/posts/calls';
import { categories, conditions } from '@izgodno/contract/deals/vocabulary';
import type { ProductPage } from '@izgodno/contract/sources/link-calls';
import { dayFrom } from '#core/format/local-day.ts';
import { useLanguage } from '#core/language/language.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { useStore } from '#shared/store.ts';
import { Field } from '#shared/ui/field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { priceText } from '#core/format/money.ts';
import { secondaryAmountStore } from '#core/format/secondary-amount.ts';
import { uploadMedia } from '../browser/media-uploads.ts';
import type { OpenDraft } from '../browser/open-draft.ts';
import { postErrorText } from '../error-texts.ts';
import type { PostDraft } from '../model/draft.ts';
import type { PostErrors, PostField } from '../model/errors.ts';
import { lastExpiryDay } from '../model/post-values.ts';
import { ChoiceField } from './choice-field.tsx';
import { LinkField } from './link-field.tsx';
import { LocationField } from './location-field.tsx';
import { MediaField } from './media-field.tsx';
import { TagsField } from './tags-field.tsx';
import { readAmount } from '#core/format/read-amount.ts';
import styles from './post-form.module.css';

// Most posts have no link.
const fill = async (open: OpenDraft, product: ProductPage): Promise<void> =>
  (await import('../browser/fill-draft.ts')).fillDraft(open, product);

interface PriceFieldProps {
  readonly name: 'price' | 'originalPrice' | 'delivery';
  readonly label: string;
  readonly hint?: string;
  readonly typed: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

/** An amount in euro, with the same amount in lev beside it; beside one in lev, what it is in euro. */
const PriceField = ({ name, label, hint, typed, error, onChange }: PriceFieldProps) => {
  const { code } = useLanguage();
  const hasSecondary = useStore(secondaryAmountStore);
  const amount = readAmount(typed);
  const hasWord = /\p{L}/u.test(typed);
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      placeholder={name === 'price' ? '0' : ''}
      value={typed}
      onChange={({ target }) => onChange(target.value)}
      end={
        <span className={styles['amounts']}>
          {(hasWord || hasSecondary) && !Number.isNaN(amount) && (
            <output>
              {priceText({ amount, currency: 'EUR' }, code)[hasWord ? 'euro' : 'lev']}
            </output>
          )}
          {!hasWord && <span aria-hidden="true">€</span>}
        </span>
      }
    />
  );
};

interface ExpiryFieldProps {
  /** `2027-02-10`, or empty. */
  readonly day: string;
  readonly error: string | undefined;
  readonly onChange: (day: string) => void;
}

/** The date until which the deal is offered. */
const ExpiryField = ({ day, error, onChange }: ExpiryFieldProps) => {
  const { t } = useLanguage();
  const now = useNow();
  return (
    <TextField
      label={t('posts.expiresOn')}
      hint={t('posts.expiresHint', { days: DEFAULT_DEAL_LIFETIME_DAYS })}
      name="expiresAt"
      type="date"
      min={dayFrom(now, 1)}
      max={lastExpiryDay(now)}
      value={day}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};

interface DetailFieldsProps {
  readonly draft: PostDraft;
  readonly errorOf: (field: PostField) => string | undefined;
  readonly change: (field: PostField, part: Partial<PostDraft>) => void;
}

/** The fields that may stay empty. */
const DetailFields = ({ draft, errorOf, change }: DetailFieldsProps) => {
  const { t } = useLanguage();
  return (
    <section className={styles['section']}>
      <Field
        label={t('posts.description')}
        error={errorOf('description')}
        hint={t('posts.length', {
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
        tag={draft.tag}
        error={errorOf('tags')}
        onChange={(part) => change('tags', part)}
      />
      <ExpiryField
        day={draft.expiresOn}
        error={errorOf('expiresAt')}
        onChange={(expiresOn) => change('expiresAt', { expiresOn })}
      />
    </section>
  );
};

interface DraftFieldsProps {
  readonly userId: string;
  readonly open: OpenDraft;
  readonly errors: PostErrors;
  /** Called when the user corrects the field. */
  readonly onCorrect: (field: PostField) => void;
  /** Receives what is still to be added to the media. */
  readonly onAdding: (adding: Promise<void>) => void;
}

/** All fields of a post. */
export const DraftFields = ({ userId, open, errors, onCorrect, onAdding }: DraftFieldsProps) => {
  const language = useLanguage();
  const { t } = language;
  const draft = useStore(open.draft);

  const change = (field: PostField, part: Partial<PostDraft>): void => {
    onCorrect(field);
    open.change(part);
  };

  const errorOf = (field: PostField): string | undefined => {
    const code = errors[field];
    return code === undefined ? undefined : postErrorText(language, field, code);
  };

  return (
    <>
      <section className={styles['section']}>
        <LinkField
          link={draft.link}
          error={errorOf('link')}
          onChange={(link) => change('link', { link })}
          onRead={(product) => fill(open, product)}
        />
      </section>
      <section className={styles['section']}>
        <MediaField
          media={draft.media}
          error={errorOf('media')}
          onChange={(media) => change('media', { media })}
          untilReady={uploads.engine}
          onAdding={onAdding}
          upload={(engine, files) =>
            uploadMedia(engine, { userId, draftId: draft.id, held: draft.media.length, files })
          }
        />
      </section>
      <section className={styles['section']}>
        <TextField
          label={t('posts.name')}
          name="title"
          required
          autoComplete="off"
          value={draft.title}
          error={errorOf('title')}
          onChange={({ target }) => change('title', { title: target.value })}
        />
        <div className={styles['pair']}>
          <ChoiceField
            name="category"
            label={t('filters.category')}
            placeholder={t('posts.choose')}
            values={categories}
            chosen={draft.category}
            text={(category) => t(`category.${category}`)}
            error={errorOf('category')}
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
            label={t('posts.price')}
            typed={draft.price}
            error={errorOf('price')}
            onChange={(price) => change('price', { price })}
          />
          <PriceField
            name="originalPrice"
            label={t('posts.originalPrice')}
            typed={draft.originalPrice}
            error={errorOf('originalPrice')}
            onChange={(originalPrice) => change('originalPrice', { originalPrice })}
          />
        </div>
        <PriceField
          name="delivery"
          label={t('posts.delivery')}
          hint={t('posts.deliveryHint')}
          typed={draft.delivery}
          error={errorOf('delivery')}
          onChange={(delivery) => change('delivery', { delivery })}
        />
        <LocationField
          place={draft.place}
          location={draft.location}
          error={errorOf('location')}
          onChange={(value) => change('location', value)}
        />
      </section>
      <DetailFields draft={draft} errorOf={errorOf} change={change} />
    </>
  );
};
