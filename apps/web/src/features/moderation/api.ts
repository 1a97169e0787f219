export { ReportDealDialog } from './components/report-deal-dialog.tsx';
export { ReportForm } from './components/report-form.tsx';
