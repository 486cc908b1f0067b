/** How many results are kept: two versions of each file of a large site. */
const atMost = 1000

/** Remembers the latest results of `parse`, a pure function of a file's path and text. */
export function remember<Result>(
  parse: (path: string, source: string) => Result,
): (path: string, source: string) => Result {
  const results = new Map<string, { result: Result }>()
  return (path, source) => {
    const key = `${path}\n${source}`
    const found = results.get(key) ?? { result: parse(path, source) }
    // The first key of a map is the oldest.
    results.delete(key)
    results.set(key, found)
    const [oldest] = results.keys()
    if (results.size > atMost && oldest !== undefined) results.delete(oldest)
    return found.result
  }
}
