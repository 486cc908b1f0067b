/** Runs `work` while no other tab runs work under `name`. Without locks it runs at once. */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  const run = () => (running ??= work())
  // Browsers have locks only on secure origins, and some refuse them along with site data.
  await (navigator.locks as LockManager | undefined)
    ?.request(name, run)
    // Either the lock was refused, or `work` failed: then `run` rejects below, too.
    .catch(() => undefined)
  return run()
}

/** Reports whether `withTabLock` works: browsers have locks only on secure origins. */
export const hasTabLocks = (): boolean => (navigator.locks as LockManager | undefined) !== undefined
