import { ApiError } from '@izgodno/contract/common/client';
import { addedKinds } from '@izgodno/contract/sources/calls';
import { actionErrorText } from '#core/api/error-text.ts';
import { type TextKey, type Translate, useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import type { SourceUrl } from './calls.ts';
import { sourceErrorText } from './texts.ts';
import styles from './sources.module.css';

const accessForms = ['none', 'basic', 'bearer', 'query'] as const;

/** What the form holds; `access` and the fields after it count for feeds only. */
interface UrlDraft extends Pick<SourceUrl, 'kind' | 'url'> {
  readonly as: (typeof accessForms)[number];
  readonly credential: string;
  readonly parameter: string;
}

export const emptyUrl: UrlDraft = {
  kind: 'merchant-feed',
  url: '',
  as: 'none',
  credential: '',
  parameter: '',
};

const hasAccess = ({ kind, as }: UrlDraft): boolean => kind === 'merchant-feed' && as !== 'none';

export const toSourceUrl = (draft: UrlDraft): SourceUrl => {
  const { kind, url, as, credential: name, parameter } = draft;
  if (!hasAccess(draft) || as === 'none') return { kind, url };
  return { kind, url, access: as === 'query' ? { as, name, parameter } : { as, name } };
};

/** Why a field is invalid, as precisely as the server says. */
const errorOf = (t: Translate, error: Error | null, field: string): string | undefined => {
  if (error === null) return undefined;
  const fields = error instanceof ApiError ? error.fields : {};
  const isFeedError = error instanceof ApiError && error.code === 'feed_unusable';
  const invalid = fields[field];
  if (isFeedError && invalid !== undefined) return t(sourceErrorText(invalid.code));
  return isFeedError || field !== 'url' ? undefined : t(actionErrorText(error));
};

interface SelectProps<Value extends string> {
  readonly label: TextKey;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly text: (value: Value) => TextKey;
  readonly onChoose: (value: Value) => void;
}

const Select = <Value extends string>({
  label,
  values,
  chosen,
  text,
  onChoose,
}: SelectProps<Value>) => {
  const { t } = useLanguage();
  return (
    <Field
      label={t(label)}
      renderControl={(attributes) => (
        <select
          {...attributes}
          value={chosen}
          onChange={({ target }) => {
            const value = values.find((known) => known === target.value);
            if (value !== undefined) onChoose(value);
          }}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {t(text(value))}
            </option>
          ))}
        </select>
      )}
    />
  );
};

interface UrlFormProps {
  readonly draft: UrlDraft;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onChange: (draft: UrlDraft) => void;
  readonly onSubmit: () => void;
}

/** The kind and URL of a new source, and the named credential with which a feed is asked for. */
export const UrlForm = ({ draft, error, isPending, onChange, onSubmit }: UrlFormProps) => {
  const { t } = useLanguage();
  const set = (change: Partial<UrlDraft>): void => onChange({ ...draft, ...change });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Select
        label="sources.addedKind"
        values={addedKinds}
        chosen={draft.kind}
        text={(kind) => `sources.addedKind.${kind}`}
        onChoose={(kind) => set({ kind })}
      />
      <TextField
        label={t(draft.kind === 'merchant-feed' ? 'sources.feedUrl' : 'sources.siteUrl')}
        type="url"
        inputMode="url"
        value={draft.url}
        error={errorOf(t, error, 'url')}
        onChange={(event) => set({ url: event.target.value })}
        required
      />
      {draft.kind === 'merchant-feed' && (
        <Select
          label="sources.access"
          values={accessForms}
          chosen={draft.as}
          text={(as) => `sources.access.${as}`}
          onChoose={(as) => set({ as })}
        />
      )}
      {hasAccess(draft) && (
        <TextField
          label={t('sources.credential')}
          hint={t('sources.credentialHint')}
          value={draft.credential}
          error={errorOf(t, error, 'access')}
          onChange={(event) => set({ credential: event.target.value })}
          pattern="[A-Za-z][\w.\-]{0,63}"
          autoCapitalize="none"
          required
        />
      )}
      {hasAccess(draft) && draft.as === 'query' && (
        <TextField
          label={t('sources.parameter')}
          value={draft.parameter}
          onChange={(event) => set({ parameter: event.target.value })}
          pattern="[\w.\-]{1,64}"
          autoCapitalize="none"
          required
        />
      )}
      <Button type="submit" className={styles['submit']} disabled={isPending}>
        {t('sources.preview')}
      </Button>
    </form>
  );
};
