import type { Pool } from 'undici';

/**
 * Requests a path and discards the body. Resolves with the status. Turning responses into streams
 * or buffers would take time and make garbage, measured as the product's.
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
