import type { Pool } from 'undici';

/**
 * Asks for a path, and drops what comes. Resolves with its status. Whoever makes a stream of an answer,
 * or gathers it, takes time and makes garbage that is then measured as the product's.
 */
export const ask = (
  pool: Pool,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(
      { path, method: 'GET', headers },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
