import { ApiError } from '@izgodno/contract/common/client';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { TabLinks } from '#core/router/tab-links.tsx';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { Section } from '#shared/ui/section.tsx';
import styles from './styleguide-page.module.css';

/** Of the first route; a record, so that none is missing. */
const icons: Readonly<Record<IconName, true>> = {
  menu: true,
  close: true,
  search: true,
  sun: true,
  moon: true,
  grid: true,
  list: true,
  filter: true,
  chevronDown: true,
  chevronLeft: true,
  chevronRight: true,
  pin: true,
  clock: true,
  external: true,
  star: true,
  tag: true,
  image: true,
  check: true,
  warning: true,
  offline: true,
  heart: true,
  flag: true,
  trend: true,
  plus: true,
  chat: true,
  gear: true,
  user: true,
};

const isIconName = (name: string): name is IconName => Object.hasOwn(icons, name);

export const Icons = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('styleguide.icons')}>
      <ul className={styles['tokens']}>
        {Object.keys(icons)
          .filter(isIconName)
          .map((name) => (
            <li key={name}>
              <Icon name={name} />
              <code>{name}</code>
            </li>
          ))}
      </ul>
    </Section>
  );
};

const tabs = ['/styleguide', '/deals', '/trending'] as const;

export const Tabs = () => {
  const { t } = useLanguage();
  const names = [t('styleguide.title'), t('styleguide.cards'), t('view.list')] as const;
  return (
    <Section title={t('styleguide.tabs')}>
      <TabLinks
        label={t('styleguide.tabs')}
        links={tabs.map((href, rank) => ({ href, isCurrent: rank === 0, content: names[rank] }))}
      />
    </Section>
  );
};

const failure = new ApiError('unavailable', 503, '');
const query = { error: failure, refetch: () => Promise.resolve() };

/** What a page shows instead of its content: nothing found, a failure, a part that failed. */
export const Instead = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('styleguide.notices')}>
      <Notice icon="search" title={t('empty.noDeals')} text={t('empty.noneAvailable')} />
      <LoadFailure title="deals.failed" error={failure} onRetry={() => undefined} />
      <FailedQuery query={query} />
    </Section>
  );
};
