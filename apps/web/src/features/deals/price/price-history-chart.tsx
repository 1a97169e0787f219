import type { PriceHistory } from '@izgodno/contract/deals/price-history';
import { priceText } from '#core/format/money.ts';
import { numberFormat } from '#core/format/number-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { dayText, priceChanges, priceChart, type ChartPosition } from '../model/price-chart.ts';
import styles from './price-history-chart.module.css';

const at = ({ x, y }: ChartPosition) => ({ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` });

/** A step chart of the price, with the thirty-day low marked, and all data as a table. */
export const PriceHistoryChart = ({ history }: { history: PriceHistory }) => {
  const { code, t } = useLanguage();
  const now = useNow();
  const chart = priceChart(history, now);
  if (chart === null || history.points.length < 2) return null;
  const price = (amount: number): string => priceText({ amount, currency: 'EUR' }, code).euro;
  const from = dayText(new Date(chart.from).toISOString(), code);
  const summary = t('history.chart', {
    from,
    low: price(chart.low),
    high: price(chart.high),
    current: price(history.current),
  });
  const changeFormat = numberFormat(code, { style: 'percent', signDisplay: 'exceptZero' });
  return (
    <figure className={styles['chart']}>
      <div className={styles['plot']}>
        <div className={styles['scale']} aria-hidden="true">
          <span>{price(chart.high)}</span>
          <span>{price(chart.low)}</span>
        </div>
        <div className={styles['drawing']}>
          {/* Stretched without its aspect ratio to fill any width; labels are beside it. */}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {chart.lowest !== null && (
              <line
                className={styles['lowLine']}
                x1="0"
                x2="100"
                y1={chart.lowest.y}
                y2={chart.lowest.y}
              />
            )}
            <path className={styles['line']} d={chart.line} />
          </svg>
          <span className={styles['present']} style={at(chart.present)} aria-hidden="true" />
          {chart.lowest !== null && (
            <span className={styles['low']} style={at(chart.lowest)} aria-hidden="true" />
          )}
        </div>
        <div className={styles['days']} aria-hidden="true">
          <span>{from}</span>
          {chart.lowest !== null && <span className={styles['key']}>{t('history.lowMark')}</span>}
          <span>{t('history.today')}</span>
        </div>
      </div>
      <figcaption className={styles['summary']}>{summary}</figcaption>
      <details className={styles['details']}>
        <summary>{t('history.table')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('history.date')}</th>
              <th scope="col">{t('history.price')}</th>
              <th scope="col">{t('history.change')}</th>
            </tr>
          </thead>
          <tbody>
            {priceChanges(history).map((change) => (
              <tr key={change.at}>
                <th scope="row">
                  <time dateTime={change.at}>{dayText(change.at, code)}</time>
                </th>
                <td>{price(change.amount)}</td>
                <td>{change.percent === null ? '–' : changeFormat.format(change.percent / 100)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};
