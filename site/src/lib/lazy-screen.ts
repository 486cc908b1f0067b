import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { browser } from './browser'

type Module = { default: ComponentType }

export interface LazyScreen {
  /** Renders at once, without suspending, when `preload` has been awaited. */
  Screen: LazyExoticComponent<ComponentType>
  /** Fetches the screen's code and its style. Asking again costs nothing, and after a failure fails again. */
  preload: () => Promise<void>
}

/** The address for which the document was loaded. */
const documentPath = typeof location === 'undefined' ? '' : location.pathname

/** A screen in a chunk of its own. */
export function lazyScreen(load: () => Promise<Module>): LazyScreen {
  let module: Module | undefined
  let asked: Promise<Module> | undefined
  // A second attempt would find the code and take a style that never came for loaded: see loadPage.
  const fetch = () => (asked ??= load().then((loaded) => (module = loaded)))
  return {
    // A prerendered page must hydrate in one go: for a chunk that is already here React gets an answer that
    // calls back at once instead of a promise, which would suspend for a tick.
    Screen: lazy(() => (module ? settled(module) : fetch().catch(loadPage))),
    preload: async () => {
      await fetch()
    },
  }
}

// A newer build has other files: on the way from page to page, the server's document of the new address leads on.
function loadPage(error: unknown): Promise<Module> {
  // The document that is here would only fail again, and in a tunnel there is no other.
  if (location.pathname === documentPath || !navigator.onLine) throw error
  browser.reload()
  return new Promise(() => undefined)
}

function settled(module: Module): Promise<Module> {
  const answer = { then: (resolve: (module: Module) => void) => resolve(module) }
  return answer as unknown as Promise<Module>
}
