/** The names that a person has. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name.trim()} ${last_name.trim()}`.trim()
