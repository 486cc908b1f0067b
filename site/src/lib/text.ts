/** Formats a file size: '340 kB', '2.4 MB', '1.2 GB'. */
export function bytes(amount: number): string {
  if (amount < 1_000_000) return `${Math.ceil(amount / 1000)} kB`
  if (amount < 1_000_000_000) return `${(amount / 1_000_000).toFixed(1)} MB`
  return `${(amount / 1_000_000_000).toFixed(1)} GB`
}

/** '1 photo', '2 photos'. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`
}
