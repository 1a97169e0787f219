import { createContext, use } from 'react';

/** The `:name` parameters of the current path. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export const useParams = () => use(ParamsContext);
