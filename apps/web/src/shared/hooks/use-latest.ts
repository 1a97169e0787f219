import { useEffect, useRef, type RefObject } from 'react';

/** Holds the value of the latest render, for what goes on while the page renders again. */
export const useLatest = <Value>(value: Value): RefObject<Value> => {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
};
