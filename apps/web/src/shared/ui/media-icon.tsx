import styles from './icon.module.css';

/** Strokes on a 24 by 24 grid, of what only lazy parts of the product show: the first route does without them. */
const paths = {
  upload: 'M12 16V5M7.5 9.5 12 5l4.5 4.5M5 19h14',
  file: 'M13.5 4H7a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V8.5ZM13.5 4v4.5H18',
  image:
    'M5.5 4.5h13a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM5 17l4.5-4.5 3.5 3.5 2.5-2.5L19 17M9 9.5h.01',
  microphone:
    'M12 14.5a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3ZM6 11.5a6 6 0 0 0 12 0M12 17.5V21',
  play: 'M8 5.5v13l10-6.5Z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  retry: 'M19 12a7 7 0 1 1-2.2-5.1M19 4.5v4h-4',
  download: 'M12 5v11M7.5 11.5 12 16l4.5-4.5M5 19h14',
} as const;

export type MediaIconName = keyof typeof paths;

/** A picture beside words: assistive technology hears the words only. */
export const MediaIcon = ({ name, size = 20 }: { name: MediaIconName; size?: number }) => (
  <svg
    className={styles['icon']}
    viewBox="0 0 24 24"
    width={size}
    height={size}
    aria-hidden="true"
    focusable="false"
  >
    <path d={paths[name]} />
  </svg>
);
