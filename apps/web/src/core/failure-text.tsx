import { ApiError } from '@izgodno/contract/common/client';
import { actionErrorText, errorText } from './api/error-text.ts';
import { loadArea, useLanguage, type Translate } from './language/language.ts';
import { Eventually, lazyComponent } from './lazy-component.tsx';
import { showToast } from '#shared/ui/toast.ts';

/** What is refused to a role until its person has set up a second factor. */
const lacksSecondFactor = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_required';

const SetUpSecondFactor = lazyComponent(
  ['factors'],
  async () => (await import('./set-up-second-factor.tsx')).SetUpSecondFactor,
);

interface FailureTextProps {
  readonly error: unknown;
  /** Whether it is something a person did, rather than something that was to be shown. */
  readonly isAction?: boolean;
}

/** Why something failed, and where a second factor is set up if that is all it lacks. */
export const FailureText = ({ error, isAction = false }: FailureTextProps) => {
  const { t } = useLanguage();
  if (!lacksSecondFactor(error)) return t((isAction ? actionErrorText : errorText)(error));
  return (
    <Eventually>
      <SetUpSecondFactor />
    </Eventually>
  );
};

/** Says for a moment why something that a person did has failed. */
export const showFailure = async (error: unknown, t: Translate): Promise<void> => {
  try {
    if (lacksSecondFactor(error)) await loadArea('factors');
  } catch {
    // Without its text, a more general one says it.
  }
  showToast(t(actionErrorText(error)), 'error');
};
