import { useQuery } from '@tanstack/react-query';
import { priceText } from '#core/format/money.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { useHasFeature } from '#core/page-features.ts';
import { Link } from '#core/router/link.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { Section } from '#shared/ui/section.tsx';
import { siteQuery } from '#features/site/api.ts';
import { recentDealsQuery } from './recent-deals.ts';
import { Newsletter } from '#features/newsletter/newsletter.tsx';
import styles from './welcome-page.module.css';

/** The "home" page of the specification, section 2, with the parts that the pages table names. */
export const WelcomePage = () => {
  const { t } = useLanguage();
  const hasQuickLinks = useHasFeature('quickLinks');
  const hasActivity = useHasFeature('recentActivity');
  const hasNewsletter = useHasFeature('newsletter');
  const hasSocialLinks = useHasFeature('socialLinks');
  return (
    <PageFrame title={t('welcome.title')} lead={t('welcome.lead')} width="text">
      {hasQuickLinks && <QuickLinks />}
      {hasActivity && <RecentActivity />}
      {hasNewsletter && <Newsletter />}
      {hasSocialLinks && <SocialLinks />}
    </PageFrame>
  );
};

const quickLinks = [
  { href: '/deals', text: 'shell.deals' },
  { href: '/trending', text: 'shell.trending' },
  { href: '/post', text: 'shell.post' },
  { href: '/favorites', text: 'shell.favorites' },
  { href: '/help', text: 'help.title' },
] as const;

const QuickLinks = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('welcome.quickLinks')}>
      <ul className={styles['links']}>
        {quickLinks.map(({ href, text }) => (
          <li key={href}>
            <Link href={href} className={buttonClass('secondary')}>
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const RecentActivity = () => {
  const { code, t } = useLanguage();
  const { data, isError, dataUpdatedAt: now } = useQuery(recentDealsQuery);
  return (
    <Section title={t('welcome.recentActivity')} text={t('welcome.recentText')}>
      {isError && data === undefined && <p role="alert">{t('welcome.recentFailed')}</p>}
      <ul className={styles['recent']} aria-busy={data === undefined && !isError}>
        {data?.map((deal) => (
          <li key={deal.id}>
            <Link href={`/deals/${deal.id}`}>
              <span>{deal.title}</span>
              <strong>{priceText(deal.price, code).euro}</strong>
              <time dateTime={deal.postedAt}>{relativeTime(deal.postedAt, now, code)}</time>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const SocialLinks = () => {
  const { t } = useLanguage();
  const { data } = useQuery(siteQuery);
  if (data === undefined || data.socialLinks.length === 0) return null;
  return (
    <Section title={t('welcome.social')}>
      <ul className={styles['links']}>
        {data.socialLinks.map((url) => (
          <li key={url}>
            <a href={url} rel="me noopener" className={buttonClass('secondary')}>
              {new URL(url).hostname.replace(/^www\./, '')}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
};
