import { useLanguage } from '#core/language/language.ts';
import { siteName } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import { siteLinks } from '#core/site-links.ts';
import styles from './footer.module.css';

const links = [
  { href: '/welcome', text: 'welcome.title' },
  { href: '/about', text: 'about.title' },
  { href: '/contact', text: 'contact.title' },
  ...siteLinks,
] as const;

export const Footer = () => {
  const { t } = useLanguage();
  return (
    <footer className={styles['footer']}>
      <span className={styles['site']}>{siteName()}</span>
      <nav aria-label={t('footer.label')} className={styles['links']}>
        {links.map(({ href, text }) => (
          <Link key={href} href={href}>
            {t(text)}
          </Link>
        ))}
      </nav>
    </footer>
  );
};
