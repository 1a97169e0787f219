import { lazyComponent } from '../lazy-component.tsx';

/** The block button, loaded where it is shown. */
export const BlockButton = lazyComponent(
  ['profiles'],
  async () => (await import('./block-button.tsx')).BlockButton,
);
export const BlockDialog = lazyComponent(
  ['profiles'],
  async () => (await import('./block-button.tsx')).BlockDialog,
);
