import { DAY_MS } from '@izgodno/contract/common/durations';
import { DEFAULT_DEAL_LIFETIME_DAYS, MAX_DEAL_LIFETIME_DAYS } from '@izgodno/contract/posts/calls';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { dayOf } from '../model/draft.ts';

interface ExpiryFieldProps {
  /** `2027-02-10`, or empty. */
  readonly day: string;
  readonly error: string | undefined;
  readonly onChange: (day: string) => void;
}

/** The date until which the deal is offered. */
export const ExpiryField = ({ day, error, onChange }: ExpiryFieldProps) => {
  const { t } = useLanguage();
  const now = useNow();
  const inDays = (days: number): string => dayOf(new Date(now + days * DAY_MS).toISOString());
  return (
    <TextField
      label={t('posts.expiresOn')}
      hint={t('posts.expiresHint', { days: DEFAULT_DEAL_LIFETIME_DAYS })}
      name="expiresAt"
      type="date"
      min={inDays(1)}
      // A deal lasts until the end of its day, which must be within the limit too.
      max={inDays(MAX_DEAL_LIFETIME_DAYS - 1)}
      value={day}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};
