import { chooseLanguage, useLanguage } from '#core/language/language.ts';
import { languageRecords, languages } from '#core/language/detect.ts';
import styles from './switches.module.css';

export const LanguageSwitch = () => {
  const { code, t } = useLanguage();
  return (
    <fieldset aria-label={t('shell.language')} className={styles['languages']}>
      {languages.map((other) => (
        <button
          key={other}
          type="button"
          lang={other}
          aria-label={languageRecords[other].nativeName}
          aria-pressed={other === code}
          className={styles['language']}
          onClick={() => void chooseLanguage(other)}
        >
          {other === 'bg' ? 'БГ' : 'EN'}
        </button>
      ))}
    </fieldset>
  );
};
