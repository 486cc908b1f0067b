import type { User } from '../../api/types'

/** One or two letters for a user: of the names, or of the e-mail where there are none. */
export function initialsOf({ first_name, last_name, email }: User): string {
  const letters = [first_name, last_name].map((name) => /\p{L}/u.exec(name)?.[0] ?? '').join('')
  return (letters || email.slice(0, 1)).toUpperCase()
}
