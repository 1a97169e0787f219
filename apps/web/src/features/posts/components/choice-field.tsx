import { Field } from '#shared/ui/field.tsx';

interface ChoiceFieldProps<Value extends string> {
  readonly name: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly values: readonly Value[];
  /** Null until a value is chosen. */
  readonly chosen: Value | null;
  readonly text: (value: Value) => string;
  /** Shown until a value is chosen; absent if there always is one. */
  readonly placeholder?: string;
  readonly onChoose: (value: Value) => void;
}

/** A choice of one value. */
export const ChoiceField = <Value extends string>({
  name,
  label,
  error,
  values,
  chosen,
  text,
  placeholder,
  onChoose,
}: ChoiceFieldProps<Value>) => (
  <Field
    label={label}
    error={error}
    renderControl={(attributes) => (
      <select
        {...attributes}
        name={name}
        value={chosen ?? ''}
        onChange={({ target }) => {
          const value = values.find((known) => known === target.value);
          if (value !== undefined) onChoose(value);
        }}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {values.map((value) => (
          <option key={value} value={value}>
            {text(value)}
          </option>
        ))}
      </select>
    )}
  />
);
