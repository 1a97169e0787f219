import { dateFormat } from '#core/format/date-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { numberText } from '#core/format/number-format.ts';
import { barChart } from '../model/day-bars.ts';
import styles from './dashboard.module.css';

const SIZE = { width: 300, height: 90 } as const;

export interface DayValue {
  /** ISO 8601 date. */
  readonly date: string;
  readonly value: number;
}

/** A bar chart of the last days, with its data as a table. */
export const DayChart = ({ title, days }: { title: string; days: readonly DayValue[] }) => {
  const { t, code } = useLanguage();
  const sum = days.reduce((total, { value }) => total + value, 0);
  const { bars, top } = barChart(
    days.map(({ value }) => value),
    SIZE,
  );
  const day = dateFormat(code, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dayText = (date: string): string => day.format(new Date(date));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={styles['chart']}>
      <figcaption>
        <span className={styles['chartTitle']}>{title}</span>
        <span className={styles['sum']}>
          {t('dashboard.inDays', { count: sum, days: days.length })}
        </span>
      </figcaption>
      <div className={styles['plot']}>
        <span className={styles['top']} aria-hidden="true">
          {numberText(top, code)}
        </span>
        {/* The caption contains the sum, and the table below all values. */}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
          preserveAspectRatio="none"
        >
          {bars.map((bar, rank) => (
            <rect key={days[rank]?.date} {...bar} />
          ))}
        </svg>
      </div>
      <div className={styles['axis']} aria-hidden="true">
        <span>{first !== undefined && dayText(first.date)}</span>
        <span>{last !== undefined && dayText(last.date)}</span>
      </div>
      <details className={styles['numbers']}>
        <summary>{t('dashboard.table', { title })}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.day')}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{dayText(date)}</th>
                <td>{numberText(value, code)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};
