import { useQuery } from '@tanstack/react-query';
import { priceText } from '#core/format/money.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { useHasFeature } from '#core/page-features.ts';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { dealsHref } from '#core/deals/paths.ts';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { ResponsiveImage } from '#shared/ui/responsive-image.tsx';
import { Section } from '#shared/ui/section.tsx';
import type { Deal } from '@izgodno/contract/deals/deal';
import { siteQuery } from '#features/site/api.ts';
import { recentDealsQuery } from './recent-deals.ts';
import { ConfirmNewsletter } from '#features/newsletter/confirm-newsletter.tsx';
import { mailedToken } from '#features/newsletter/mailed-link.tsx';
import { Newsletter } from '#features/newsletter/newsletter.tsx';
import { HeroDrawing } from './hero-drawing.tsx';
import styles from './welcome-page.module.css';

/**
 * The "home" page of the specification, section 2, with the parts that the pages table names; the
 * link that confirms the newsletter opens its button instead.
 */
export const WelcomePage = () => {
  // Its links render the page again, without the token.
  useLocation();
  const hasQuickLinks = useHasFeature('quickLinks');
  const hasActivity = useHasFeature('recentActivity');
  const hasNewsletter = useHasFeature('newsletter');
  const hasSocialLinks = useHasFeature('socialLinks');
  const token = mailedToken('newsletter');
  if (token !== null) return <ConfirmNewsletter token={token} />;
  return (
    <div className={styles['page']}>
      <Hero />
      {hasQuickLinks && <QuickLinks />}
      {hasActivity && <RecentActivity />}
      {hasNewsletter && <Newsletter />}
      {hasSocialLinks && <SocialLinks />}
    </div>
  );
};

const Hero = () => {
  const { t } = useLanguage();
  return (
    <header className={styles['hero']}>
      <div className={styles['words']}>
        <h1>{t('welcome.title')}</h1>
        <p>{t('welcome.lead')}</p>
        <div className={styles['ways']}>
          <Link href={dealsHref()} className={buttonClass('primary')}>
            {t('empty.browseAll')}
          </Link>
          <Link href={POST_PATH} className={buttonClass('secondary')}>
            {t('shell.post')}
          </Link>
        </div>
      </div>
      <HeroDrawing />
    </header>
  );
};

const quickLinks = [
  { href: '/trending', text: 'shell.trending' },
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

const imageOf = ({ media }: Deal): string | undefined =>
  media.find(({ kind }) => kind === 'image')?.url;

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
              <span className={styles['picture']}>
                <ResponsiveImage src={imageOf(deal)} alt="" signSize={24} loading="lazy" />
              </span>
              <span lang={langOf(deal.title, code)}>{deal.title}</span>
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
