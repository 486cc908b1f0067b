import { createElement, lazy, type ComponentType } from 'react'

/** Like React's `lazy`, but a later rendering loads again what could not be loaded. */
export function retryingLazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const attempt = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        current = attempt()
        throw error
      }),
    )
  let current = attempt()
  return function RetryingLazy(props) {
    return createElement(current, props)
  }
}
