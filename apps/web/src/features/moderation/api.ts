import { lazyComponent } from '#core/lazy-component.tsx';

export { ReportForm } from './components/report-form.tsx';

export const RemovalDialog = lazyComponent(
  ['moderation'],
  async () => (await import('./components/removal-dialog.tsx')).RemovalDialog,
);
