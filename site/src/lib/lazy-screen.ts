import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { browser } from './browser'

interface Module<Props> {
  default: ComponentType<Props>
}

export interface LazyScreen<Props = object> {
  /** Renders at once, without suspending, when `preload` has been awaited. */
  Screen: LazyExoticComponent<ComponentType<Props>>
  /** Fetches the screen's code and its style, once: later calls return the same result, and after a failure fail again. */
  preload: () => Promise<void>
}

/** A screen, or a part of one, in a chunk of its own. */
export function lazyScreen<Props = object>(load: () => Promise<Module<Props>>): LazyScreen<Props> {
  let module: Module<Props> | undefined
  let request: Promise<Module<Props>> | undefined
  // Only once: a second import would find the code and take a style sheet that never loaded for loaded. See loadPage.
  const fetch = () => (request ??= load().then((loaded) => (module = loaded)))
  return {
    // A prerendered page must hydrate without suspending: for a chunk that is already loaded React gets a thenable that
    // resolves at once, where a promise would suspend for a tick.
    Screen: lazy(() => (module ? resolved(module) : fetch().catch(loadPage))),
    preload: async () => {
      await fetch()
    },
  }
}

/** For code that could not be fetched. A newer build has other files: the server's document of this address names them. */
export function loadPage(error: unknown): Promise<never> {
  // A document that was just loaded anew would only fail again, and offline there is none.
  if (browser.wasReloaded() || !navigator.onLine) throw error
  browser.reload()
  return new Promise(() => undefined)
}

function resolved<Loaded>(module: Loaded): Promise<Loaded> {
  const thenable = { then: (resolve: (module: Loaded) => void) => resolve(module) }
  return thenable as unknown as Promise<Loaded>
}
