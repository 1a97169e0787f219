import { useId } from 'react';
import styles from './info.module.css';

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly text: string;
    readonly hint?: string;
  }[];
  readonly disabled?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** A choice of one among a few visible options. */
export const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { legend, value, options, disabled = false, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={styles['choice']} disabled={disabled}>
      <legend className={styles['legend']}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span>
            {option.text}
            {option.hint !== undefined && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
