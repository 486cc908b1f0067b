type Kind = 'localStorage' | 'sessionStorage'

/** Returns the text under `key`, or null. Browsers that block site data have none, and neither has the build. */
export function stored(key: string, kind: Kind = 'localStorage'): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

/** Stores `text`, or removes it if null. Returns false if storage is forbidden or full. */
export function store(key: string, text: string | null, kind: Kind = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Returns the object stored under `key` as JSON, over the values of `none`. */
export function storedObject<Value extends object>(key: string, none: Value, kind?: Kind): Value {
  try {
    return { ...none, ...(JSON.parse(stored(key, kind) ?? '{}') as Partial<Value>) }
  } catch {
    return none
  }
}
