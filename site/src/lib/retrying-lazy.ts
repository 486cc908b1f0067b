import { createElement, lazy, type ComponentType } from 'react'

/** The functions that make each component whose code could not be loaded load it again. */
const failed = new Set<() => void>()

/** Loads again, at the next rendering, all code that could not be loaded. */
export function retryFailed(): void {
  for (const retry of failed) retry()
  failed.clear()
}

/** Like React's `lazy`, but its code is loaded again after `retryFailed`. */
export function retryingLazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const attempt = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        // React renders once more to find the error, which a new attempt would hide.
        failed.add(() => (current = attempt()))
        throw error
      }),
    )
  let current = attempt()
  return function RetryingLazy(props) {
    return createElement(current, props)
  }
}
