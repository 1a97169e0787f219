import type { PriceHistory } from '@izgodno/contract/deals/price-history';
import { priceText } from '#core/format/money.ts';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { priceChart } from '../model/price-chart.ts';
import styles from './asked-price-chart.module.css';

/** Of a label, in percent of the chart's height: closer ones would cover each other. */
const LABEL_HEIGHT = 20;

export interface AskedPriceChartProps {
  readonly history: PriceHistory;
  /** Euro cents. */
  readonly asked: number;
}

/** The price until today, with a line at a price that somebody asks for. A text beside it says the same. */
export const AskedPriceChart = ({ history, asked }: AskedPriceChartProps) => {
  const { code } = useLanguage();
  const chart = priceChart(history, useNow(), asked);
  if (chart === null || chart.asked === null) return null;
  const { line, present } = chart;
  const label = (amount: number, y: number) => (
    <span style={{ insetBlockStart: `${y}%` }}>
      {priceText({ amount, currency: 'EUR' }, code).euro}
    </span>
  );
  return (
    <div className={styles['chart']} aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        <line className={styles['asked']} x1="0" x2="100" y1={chart.asked} y2={chart.asked} />
        <path className={styles['price']} d={line} />
      </svg>
      {label(history.current, present.y)}
      {Math.abs(present.y - chart.asked) > LABEL_HEIGHT && label(asked, chart.asked)}
    </div>
  );
};
