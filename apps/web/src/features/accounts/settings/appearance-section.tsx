import { languages } from '@izgodno/contract/common/language';
import { languageRecords } from '#core/language/language-records.ts';
import { chooseLanguage, useLanguage } from '#core/language/language.ts';
import { secondaryAmountStore, showSecondaryAmount } from '#core/format/secondary-amount.ts';
import { chooseTheme, themeStore } from '#core/theme/theme.ts';
import { useStore } from '#shared/store.ts';
import { Section } from '#shared/ui/section.tsx';
import styles from './settings.module.css';

const themes = ['light', 'dark'] as const;

export const AppearanceSection = () => {
  const { t, code } = useLanguage();
  const theme = useStore(themeStore);
  const hasSecondary = useStore(secondaryAmountStore);
  return (
    <Section title={t('settings.appearance')}>
      <fieldset className={styles['choices']}>
        <legend>{t('settings.language')}</legend>
        {languages.map((other) => (
          <label key={other} lang={other}>
            <input
              type="radio"
              name="language"
              checked={other === code}
              onChange={() => void chooseLanguage(other)}
            />
            <span aria-hidden="true">{languageRecords[other].flag}</span>
            {languageRecords[other].nativeName}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['choices']}>
        <legend>{t('settings.theme')}</legend>
        {themes.map((other) => (
          <label key={other}>
            <input
              type="radio"
              name="theme"
              checked={other === theme}
              onChange={() => chooseTheme(other)}
            />
            {t(`settings.${other}`)}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['choices']}>
        <legend>{t('settings.prices')}</legend>
        <label>
          <input
            type="checkbox"
            checked={hasSecondary}
            onChange={({ target }) => showSecondaryAmount(target.checked)}
          />
          {t('settings.pricesInLev')}
        </label>
      </fieldset>
    </Section>
  );
};
