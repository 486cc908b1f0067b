/** Time spent, in milliseconds: by the clock, and of all processors together. */
export interface Spent {
  clock: number
  processor: number
}

export interface Stopwatch {
  spent: Spent
  /** Does the work and adds its time. */
  time: <T>(work: () => T | Promise<T>) => Promise<T>
}

export function stopwatch(): Stopwatch {
  const spent = { clock: 0, processor: 0 }
  return {
    spent,
    async time(work) {
      const begin = performance.now()
      const used = process.cpuUsage()
      try {
        return await work()
      } finally {
        const { user, system } = process.cpuUsage(used)
        spent.clock += performance.now() - begin
        spent.processor += (user + system) / 1_000
      }
    },
  }
}
