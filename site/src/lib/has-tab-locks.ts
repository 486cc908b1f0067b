/** Reports whether `withTabLock` works: browsers have locks only on secure origins. */
export const hasTabLocks = (): boolean => (navigator.locks as LockManager | undefined) !== undefined
