import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string | undefined;
  /** Next steps. */
  readonly children?: ReactNode;
  /** 1 if the notice is the page's only content. */
  readonly level?: 1 | 2;
}

/** A placeholder for missing content: an empty result, a failure, a page that does not exist. */
export const Notice = ({ icon, title, text, children, level = 2 }: NoticeProps) => {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className={styles['notice']}>
      <span className={styles['mark']}>
        <Icon name={icon} size={30} />
      </span>
      <Heading className={styles['title']}>{title}</Heading>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {children !== undefined && <div className={styles['actions']}>{children}</div>}
    </section>
  );
};
