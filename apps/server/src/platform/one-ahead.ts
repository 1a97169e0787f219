/**
 * Passes items on in their order, and lets the source work on the next one while the consumer works
 * on the present one. An error of the source is thrown after the items before it. If the consumer
 * stops early, the source has stopped too when the loop ends.
 */
export async function* oneAhead<Item>(source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    for (let next = source.next(); ;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // Thrown where it is awaited; until then it must not end the process.
      next.catch(() => {});
      yield value;
    }
  } finally {
    // Waits for the item that is being made.
    await source.return(undefined);
  }
}
