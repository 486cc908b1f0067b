/** A value that others follow. `useStore` reads it in components. */
export interface Store<Value> {
  getSnapshot: () => Value
  set: (next: Value) => void
  /** Calls `listener` after each change. Returns a function that stops this. */
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    getSnapshot: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
