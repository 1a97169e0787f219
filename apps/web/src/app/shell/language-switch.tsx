import { languages } from '@izgodno/contract/common/language';
import { chooseLanguage, useLanguage } from '#core/language/language.ts';
import { nativeNames } from '#core/language/detect.ts';
import styles from './switches.module.css';

/** Each in its own script, as its readers know it. */
const shortNames = { en: 'EN', bg: 'БГ' } as const;

export const LanguageSwitch = () => {
  const { code, t } = useLanguage();
  return (
    <fieldset aria-label={t('shell.language')} className={styles['languages']}>
      {languages.map((other) => (
        <button
          key={other}
          type="button"
          lang={other}
          aria-label={`${shortNames[other]}, ${nativeNames[other]}`}
          aria-pressed={other === code}
          className={styles['language']}
          onClick={() => void chooseLanguage(other)}
        >
          {shortNames[other]}
        </button>
      ))}
    </fieldset>
  );
};
