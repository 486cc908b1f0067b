/** The browser's locks, as all tabs of a site share them: one holder at a time, the others in the order they asked. */
export class FakeLocks {
  private readonly queues = new Map<string, Promise<unknown>>()
  /** How often a lock was asked for. */
  asked = 0

  request<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.asked += 1
    const turn = (this.queues.get(name) ?? Promise.resolve()).then(work)
    this.queues.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }
}
