import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { errorText, failureKind } from './api/error-text.ts';
import { useLanguage, type TextKey } from './language/language.ts';

interface LoadFailureProps {
  /** The heading that names what failed. */
  readonly title: TextKey;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** 1 if this is the page's only content. */
  readonly level?: 1 | 2;
}

/** Replaces content that could not be loaded. */
export const LoadFailure = ({ title, error, onRetry, level = 2 }: LoadFailureProps) => {
  const { t } = useLanguage();
  const icon = failureKind(error) === 'connection' ? 'offline' : 'warning';
  return (
    <div role="alert">
      <Notice icon={icon} title={t(title)} text={t(errorText(error))} level={level}>
        <Button tone="primary" onClick={onRetry}>
          {t('shell.tryAgain')}
        </Button>
      </Notice>
    </div>
  );
};
