import type { User } from './types'

/** Reports whether `user` is staff. Only the value true counts. */
export const isStaff = (user: User | null): boolean => user?.is_staff === true
