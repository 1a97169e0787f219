import { useLanguage } from '#core/language/language.ts';
import { siteName } from '#core/page-title.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Section } from '#shared/ui/section.tsx';
import styles from './site.module.css';

const parts = [
  { title: 'about.sources', text: 'about.sourcesText' },
  { title: 'about.prices', text: 'about.pricesText' },
  { title: 'about.money', text: 'about.moneyText' },
  { title: 'about.privacy', text: 'about.privacyText' },
] as const;

export const AboutPage = () => {
  const { t } = useLanguage();
  return (
    <PageFrame title={t('about.title')} lead={t('about.lead', { site: siteName() })} width="text">
      {parts.map(({ title, text }) => (
        <Section key={title} title={t(title)}>
          <p className={styles['prose']}>{t(text)}</p>
        </Section>
      ))}
    </PageFrame>
  );
};
