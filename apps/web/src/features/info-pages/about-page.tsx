import { useLanguage } from '#core/language/language.ts';
import { siteName } from '#core/page-title.ts';
import { Section } from '#shared/ui/section.tsx';
import styles from './info-pages.module.css';

const parts = [
  { title: 'about.sources', text: 'about.sourcesText' },
  { title: 'about.prices', text: 'about.pricesText' },
  { title: 'about.money', text: 'about.moneyText' },
  { title: 'about.privacy', text: 'about.privacyText' },
] as const;

export const AboutPage = () => {
  const { t } = useLanguage();
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{t('about.title')}</h1>
        <p>{t('about.lead', { site: siteName() })}</p>
      </header>
      {parts.map(({ title, text }) => (
        <Section key={title} title={t(title)}>
          <p className={styles['prose']}>{t(text)}</p>
        </Section>
      ))}
    </div>
  );
};
