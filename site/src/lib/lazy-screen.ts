import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { browser } from './browser'

type Module = { default: ComponentType }

export interface LazyScreen {
  /** Renders at once, without suspending, when `preload` has been awaited. */
  Screen: LazyExoticComponent<ComponentType>
  /**
   * Fetches the screen's code and its style, once: later calls return the same result, and after a failure fail again.
   */
  preload: () => Promise<void>
}

/** The address for which the document was loaded. */
const documentPath = typeof location === 'undefined' ? '' : location.pathname

/** A screen in its own chunk. */
export function lazyScreen(load: () => Promise<Module>): LazyScreen {
  let module: Module | undefined
  let request: Promise<Module> | undefined
  // Only once: a second import would find the code and take a style sheet that never loaded for loaded. See loadPage.
  const fetch = () => (request ??= load().then((loaded) => (module = loaded)))
  return {
    // For a chunk that is already loaded React gets a thenable that resolves at once: a promise would suspend for a tick.
    Screen: lazy(() => (module ? resolved(module) : fetch().catch(loadPage))),
    preload: async () => {
      await fetch()
    },
  }
}

// A newer build has other files: the server's document of the new address names them.
function loadPage(error: unknown): Promise<Module> {
  // The document of this address would only fail again, and offline there is none.
  if (location.pathname === documentPath || !navigator.onLine) throw error
  browser.reload()
  return new Promise(() => undefined)
}

function resolved(module: Module): Promise<Module> {
  const thenable = { then: (resolve: (module: Module) => void) => resolve(module) }
  return thenable as unknown as Promise<Module>
}
