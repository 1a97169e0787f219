/** Settings of the product for two cores, a few GB of memory, and bulk imports. */
const PRODUCT_SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  // An import writes gigabytes at once, so checkpoints go by time, not by every 1 GB.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  // Compiling takes longer than any of our queries.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %a ',
} as const;

export const serverSettings = (
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({ ...PRODUCT_SETTINGS, ...given });
