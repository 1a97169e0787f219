import { useLanguage } from './language/language.ts';
import { Link } from './router/link.tsx';

/** Says that a role waits for a second factor, and leads to where it is set up. */
export const SetUpSecondFactor = () => {
  const { t } = useLanguage();
  return (
    <>
      {t('error.secondFactorRequired')} <Link href="/settings#security">{t('factors.setUp')}</Link>
    </>
  );
};
