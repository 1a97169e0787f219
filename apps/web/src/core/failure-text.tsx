import { ApiError } from '@izgodno/contract/common/client';
import { actionErrorText, errorText } from './api/error-text.ts';
import { loadArea, useLanguage, type Translate } from './language/language.ts';
import { Eventually, lazyComponent } from './lazy-component.tsx';
import { showToast } from '#shared/ui/toast.ts';

/** Whether a call was rejected because the user's role requires a second factor. */
const lacksSecondFactor = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_required';

const SetUpSecondFactor = lazyComponent(
  ['accounts.factors'],
  async () => (await import('./set-up-second-factor.tsx')).SetUpSecondFactor,
);

interface FailureTextProps {
  readonly error: unknown;
  /** Whether the failure belongs to a user's action rather than to loading data. */
  readonly isAction?: boolean;
}

/** Explains a failure; if only a second factor is missing, links to its set-up. */
export const FailureText = ({ error, isAction = false }: FailureTextProps) => {
  const { t } = useLanguage();
  if (!lacksSecondFactor(error)) return t((isAction ? actionErrorText : errorText)(error));
  return (
    <Eventually>
      <SetUpSecondFactor />
    </Eventually>
  );
};

/** Shows a toast that explains why a user's action failed. */
export const showFailure = async (error: unknown, t: Translate): Promise<void> => {
  try {
    if (lacksSecondFactor(error)) await loadArea('accounts.factors');
  } catch {
    // If the specific text fails to load, the general one is shown.
  }
  showToast(t(actionErrorText(error)), 'error');
};
