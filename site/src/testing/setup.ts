import 'fake-indexeddb/auto'
import { cleanup, configure, getConfig } from '@testing-library/react'
import scheduler from 'scheduler'
import { afterEach, beforeEach, vi } from 'vitest'
import { checkConsole, watchConsole } from './console-watch'
import { browser } from '../lib/browser'
import { stopPageSession } from '../session/page-session'
import { dismissToast } from '../ui/toast'
import { fakeDialogs } from './fake-dialog'

// Tests wait for conditions. A busy computer may take longer than the default of a second.
configure({ asyncUtilTimeout: 20_000 })

// After an event, React renders in tasks of its scheduler. Testing Library waits for one timer, which a busy computer runs
// before them; idle tasks run after all others.
const config = getConfig()
const wrap: <Result>(call: () => Promise<Result>) => Promise<Result> = config.asyncWrapper.bind(config)
configure({
  asyncWrapper: async (call) => {
    const result = await wrap(call)
    await new Promise((done) => scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, done))
    return result
  },
})

fakeDialogs()

// Each error and warning in the console fails the test, unless the test expects it.
beforeEach(() => {
  watchConsole()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  // jsdom has neither a screen nor a scroll position.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }))
  vi.stubGlobal('scrollTo', () => undefined)
  // Nor does it escape selectors.
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  // Nor does it load pages.
  for (const load of ['goTo', 'reload'] as const) vi.spyOn(browser, load).mockImplementation(() => undefined)
  Element.prototype.scrollIntoView = () => undefined
  for (const observer of ['IntersectionObserver', 'ResizeObserver']) {
    vi.stubGlobal(
      observer,
      class {
        observe = () => undefined
        unobserve = () => undefined
        disconnect = () => undefined
      },
    )
  }
})

afterEach(() => {
  cleanup()
  stopPageSession()
  // Toasts outlive the screen that showed them.
  dismissToast()
  document.body.replaceChildren()
  window.localStorage.clear()
  window.sessionStorage.clear()
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0] ?? ''}=; Max-Age=0; Path=/`
  }
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  checkConsole()
})
