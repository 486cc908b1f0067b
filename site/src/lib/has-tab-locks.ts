/** Whether `withTabLock` can keep other tabs out. Browsers have locks on secure origins only. */
export const hasTabLocks = (): boolean => (navigator.locks as LockManager | undefined) !== undefined
