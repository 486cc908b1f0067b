/** Does `work` on all items, in their order, at most `most` at a time. Rejects with the first failure. */
export async function inTurns<T>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const left = items.entries()
  const worker = async () => {
    for (const [index, item] of left) await work(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
}
