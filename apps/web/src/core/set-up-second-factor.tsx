import { useLanguage } from './language/language.ts';
import { Link } from './router/link.tsx';

/** Explains that a role requires a second factor, and links to its set-up. */
export const SetUpSecondFactor = () => {
  const { t } = useLanguage();
  return (
    <>
      {t('error.secondFactorRequired')}{' '}
      <Link href="/settings#security" style={{ textDecoration: 'underline' }}>
        {t('factors.setUp')}
      </Link>
    </>
  );
};
