import { useState } from 'react';
import { ApiError } from '@izgodno/contract/common/client';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { TabLinks } from '#core/router/tab-links.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import { MediaIcon, type MediaIconName } from '#shared/ui/media-icon.tsx';
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

/** Of the lazy parts. */
const mediaIcons: Readonly<Record<MediaIconName, true>> = {
  upload: true,
  file: true,
  image: true,
  microphone: true,
  play: true,
  pause: true,
  retry: true,
  bell: true,
  edit: true,
  remove: true,
  smile: true,
  reply: true,
  forward: true,
  thread: true,
  more: true,
  send: true,
  attach: true,
  camera: true,
  folder: true,
  hash: true,
  lock: true,
  arrowDown: true,
  users: true,
  info: true,
  plus: true,
  tack: true,
  bookmark: true,
  download: true,
};

const isIconName = (name: string): name is IconName => Object.hasOwn(icons, name);
const isMediaIconName = (name: string): name is MediaIconName => Object.hasOwn(mediaIcons, name);

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
      <ul className={styles['tokens']}>
        {Object.keys(mediaIcons)
          .filter(isMediaIconName)
          .map((name) => (
            <li key={name}>
              <MediaIcon name={name} />
              <code>{name}</code>
            </li>
          ))}
      </ul>
    </Section>
  );
};

const durations = ['quick', 'calm'] as const;

/** How fast things move. */
export const Motion = () => {
  const { t } = useLanguage();
  const [isMoved, setMoved] = useState(false);
  return (
    <Section title={t('styleguide.motion')} text={t('styleguide.motionText')}>
      <ul className={styles['tokens']}>
        {durations.map((token) => (
          <li key={token}>
            <span
              className={styles['moving']}
              data-moved={isMoved}
              style={{ transitionDuration: `var(--${token})` }}
            />
            <code>{token}</code>
          </li>
        ))}
      </ul>
      <div className={styles['row']}>
        <Button onClick={() => setMoved(!isMoved)}>{t('styleguide.move')}</Button>
      </div>
    </Section>
  );
};

const rules = ['button', 'name', 'neon', 'error', 'icon', 'motion', 'empty'] as const;

/** What every page does, and what none does. */
export const Rules = () => {
  const { t } = useLanguage();
  return (
    <Section title={t('styleguide.rules')}>
      <ul className={styles['rules']}>
        {rules.map((rule) => (
          <li key={rule}>
            <p>
              <Icon name="check" size={18} />
              {t(`styleguide.do.${rule}`)}
            </p>
            <p>
              <Icon name="close" size={18} />
              {t(`styleguide.doNot.${rule}`)}
            </p>
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
