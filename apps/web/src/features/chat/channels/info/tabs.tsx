import { useId, type KeyboardEvent, type ReactNode } from 'react';
import styles from './info.module.css';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly text: string }[];
  readonly current: Name;
  readonly onChoose: (name: Name) => void;
  /** The content of the current tab. */
  readonly children: ReactNode;
}

/** Tabs, one of which is shown. Arrow keys move between them. */
export const Tabs = <Name extends string>(props: TabsProps<Name>) => {
  const { label, tabs, current, onChoose, children } = props;
  const id = useId();

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === current) + step;
    const next = tabs.at(at % tabs.length);
    if (next === undefined) return;
    onChoose(next.name);
    document.querySelector<HTMLElement>(`[id="${id}-${next.name}"]`)?.focus();
  };

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={styles['tabs']}
        tabIndex={-1}
        onKeyDown={move}
      >
        {tabs.map(({ name, text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            className={styles['tab']}
            onClick={() => onChoose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
};
