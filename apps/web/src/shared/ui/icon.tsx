/**
 * Icon paths on a 24 by 24 grid, part of the first route. Icons that only lazy parts show are
 * defined there.
 */
const paths = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'M6 6l12 12M18 6 6 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v1.5M12 19.5V21M4.2 4.2l1 1M18.8 18.8l1 1M3 12h1.5M19.5 12H21M4.2 19.8l1-1M18.8 5.2l1-1',
  moon: 'M20 14.2A8 8 0 0 1 9.8 4a8 8 0 1 0 10.2 10.2Z',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  list: 'M4.5 5h4v4h-4zM4.5 15h4v4h-4zM12 7h8M12 17h8',
  filter: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronLeft: 'm14.5 6-6 6 6 6',
  chevronRight: 'm9.5 6 6 6-6 6',
  pin: 'M12 21s7-6.3 7-11.5A7 7 0 0 0 5 9.5C5 14.7 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  external:
    'M13.5 5H19v5.5M19 5l-8.5 8.5M16.5 14v3.5a1.5 1.5 0 0 1-1.5 1.5H6.5A1.5 1.5 0 0 1 5 17.5V9a1.5 1.5 0 0 1 1.5-1.5H10',
  star: 'm12 4 2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7L7 19l1.1-5.5L4 9.7 9.6 9Z',
  tag: 'M4 5.5V11l8.6 8.6a1.5 1.5 0 0 0 2.1 0l4.9-4.9a1.5 1.5 0 0 0 0-2.1L11 4H5.5A1.5 1.5 0 0 0 4 5.5ZM8 8h.01',
  image:
    'M5.5 4.5h13a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM5 17l4.5-4.5 3.5 3.5 2.5-2.5L19 17M9 9.5h.01',
  check: 'm5.5 12.5 4.5 4.5 8.5-9.5',
  warning: 'M12 4.5 3.5 19.5h17ZM12 10.5v4M12 17h.01',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 0 1 5.2-1.2M5.2 12.2a9.5 9.5 0 0 1 3.3-2.1M12.5 9a9.5 9.5 0 0 1 6.3 3.2M12 19h.01',
  heart: 'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.8C19.5 15.4 12 20 12 20Z',
  flag: 'M6 21V4.5h11.5l-2.5 4 2.5 4H6',
  trend: 'm4 16.5 5.5-5.5 4 4L20 8.5M15 8.5h5v5',
  plus: 'M12 5v14M5 12h14',
  chat: 'M5 5h14v10H10l-5 4Z',
  gear: 'M10.3 3.5h3.4l.5 2.5 1.9 1.1 2.4-.9 1.7 3-1.9 1.7v2.2l1.9 1.7-1.7 3-2.4-.9-1.9 1.1-.5 2.5h-3.4L9.8 18l-1.9-1.1-2.4.9-1.7-3 1.9-1.7v-2.2L3.8 9.2l1.7-3 2.4.9L9.8 6ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
} as const;

export type IconName = keyof typeof paths;

/** An icon beside text, hidden from assistive technology. */
export const IconDrawing = ({ path, size = 20 }: { path: string; size?: number | undefined }) => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    width={size}
    height={size}
    aria-hidden="true"
    focusable="false"
  >
    <path d={path} />
  </svg>
);

export const Icon = ({ name, size }: { name: IconName; size?: number }) => (
  <IconDrawing path={paths[name]} size={size} />
);
