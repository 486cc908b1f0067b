/** Runs `work` once, while no other tab runs its own under `name`. Without a lock it runs at once. */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  const run = () => (running ??= work())
  // Browsers have locks on secure origins only, and some refuse them with the site's data.
  await (navigator.locks as LockManager | undefined)
    ?.request(name, run)
    // Either the lock was refused, or `work` failed: then `run` rejects below, too.
    .catch(() => undefined)
  return run()
}
