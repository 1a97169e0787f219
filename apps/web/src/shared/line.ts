const slowConnections: ReadonlySet<unknown> = new Set(['slow-2g', '2g', '3g']);

/** What the browser knows of its connection. Only some browsers say it. */
const read = (name: string): unknown => {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null
    ? Reflect.get(connection, name)
    : undefined;
};

/** Whether the connection is slow; false if the browser does not say. */
export const isSlowLine = (): boolean => slowConnections.has(read('effectiveType'));

/** Whether to read only what the user looks at: the line is slow, or the user wants to save data. */
export const isThriftyLine = (): boolean => isSlowLine() || read('saveData') === true;
