import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { judgeConsole, watchConsole } from './console-watch'
import { fakeDialogs } from './fake-dialog'

// A condition is what a test waits for; how long a busy machine takes is not what it is about.
configure({ asyncUtilTimeout: 5000 })

fakeDialogs()

// Anything said to the console's error or warning channel fails the test that did not announce it.
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
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})

afterEach(() => {
  cleanup()
  window.localStorage.clear()
  window.sessionStorage.clear()
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0] ?? ''}=; Max-Age=0; Path=/`
  }
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  judgeConsole()
})
