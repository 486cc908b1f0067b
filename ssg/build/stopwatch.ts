/** Durations in milliseconds: by the clock, and of all processors together. */
export interface Times {
  clock: number
  processor: number
}

export interface Stopwatch {
  times: Times
  /** Runs the work and adds its time. */
  time: <T>(work: () => T | Promise<T>) => Promise<T>
}

export function stopwatch(): Stopwatch {
  const times = { clock: 0, processor: 0 }
  return {
    times,
    async time(work) {
      const begin = performance.now()
      const used = process.cpuUsage()
      try {
        return await work()
      } finally {
        const { user, system } = process.cpuUsage(used)
        times.clock += performance.now() - begin
        times.processor += (user + system) / 1_000
      }
    },
  }
}
