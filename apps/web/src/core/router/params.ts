import { createContext, use } from 'react';

/** What the path of the current page says in its `:name` parts. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export const useParams = () => use(ParamsContext);
