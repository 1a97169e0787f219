import { IconDrawing } from './icon.tsx';

/** Icon paths on a 24 by 24 grid that only lazy parts show; the first route does not load them. */
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
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4',
  edit: 'm5 19 1-4L16 5l3 3L9 18ZM14 7l3 3',
  remove: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 11v5M13.5 11v5',
  smile:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM8.5 14a4.2 4.2 0 0 0 7 0M9 9.5h.01M15 9.5h.01',
  reply: 'M9.5 6 4.5 11l5 5M5 11h8.5a6 6 0 0 1 6 6v1.5',
  forward: 'M14.5 6l5 5-5 5M19 11h-8.5a6 6 0 0 0-6 6v1.5',
  thread: 'M5 5h14v10H10l-5 4ZM8.5 9h7M8.5 12h4',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  send: 'M4.5 12 20 4.5 14.5 20l-3-6.5ZM11.5 13.5 20 4.5',
  attach:
    'm19 11.5-7 7a4.5 4.5 0 0 1-6.4-6.4l7.5-7.5a3 3 0 0 1 4.3 4.3l-7.4 7.4a1.5 1.5 0 0 1-2.2-2.2L14.5 8',
  camera:
    'M4.5 8h3l1.5-2.5h6L16.5 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  folder: 'M4.5 6.5h5l2 2.5h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-10.5a1 1 0 0 1 1-1Z',
  hash: 'M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16',
  lock: 'M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8 11V8a4 4 0 0 1 8 0v3',
  arrowDown: 'M12 5v14M6.5 13.5 12 19l5.5-5.5',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5a6.5 6.5 0 0 1 13 0M15.5 5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3.5 5',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5M12 8h.01',
  plus: 'M12 5v14M5 12h14',
  tack: 'M9 4h6l-.5 6 3 3.5h-11l3-3.5ZM12 13.5V20',
  bookmark: 'M7 4.5h10a1 1 0 0 1 1 1V20l-6-4-6 4V5.5a1 1 0 0 1 1-1Z',
  download: 'M12 5v11M7.5 11.5 12 16l4.5-4.5M5 19h14',
} as const;

export type MediaIconName = keyof typeof paths;

export const MediaIcon = ({ name, size }: { name: MediaIconName; size?: number }) => (
  <IconDrawing path={paths[name]} size={size} />
);

/** The icon of a file of this media type. */
export const mediaIconOf = (mimeType: string): MediaIconName => {
  if (mimeType.startsWith('image/')) return 'image';
  return mimeType.startsWith('audio/') ? 'microphone' : 'file';
};
