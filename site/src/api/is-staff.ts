import type { User } from './types'

/** Whether `user` is staff: `is_staff` counts when it is exactly true. */
export const isStaff = (user: User | null): boolean => user?.is_staff === true
