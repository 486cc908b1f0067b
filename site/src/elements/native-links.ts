import { browser } from '../lib/browser'
import { store, stored } from '../lib/storage'

/** The app shell's plugin (https://capacitorjs.com/docs/apis/app). */
interface AppPlugin {
  addListener: (event: 'appUrlOpen', listener: (opened: { url: string }) => void) => unknown
  getLaunchUrl: () => Promise<{ url: string } | undefined>
}

declare global {
  interface Window {
    Capacitor?: { Plugins?: { App?: AppPlugin } }
  }
}

/** The shell reports its launch link on every page load; only the first counts. */
const launchSeen = 'launch-seen'

/** Listens for the links that open the native app, and opens the sign-in with the token in them. */
export function followNativeLinks(): void {
  const app = window.Capacitor?.Plugins?.App
  if (app) listen(app, (link) => browser.goTo(`/app-login${queryOf(link)}`))
}

function listen(app: AppPlugin, open: (link: string) => void): void {
  let last = ''
  const openOnce = (link: string) => {
    // Some systems report the link that started the app twice.
    if (link !== last) open(link)
    last = link
  }
  void app.addListener('appUrlOpen', ({ url }) => openOnce(url))
  if (isFirstLoad()) {
    void app.getLaunchUrl().then((launch) => {
      if (launch?.url) openOnce(launch.url)
    })
  }
}

/** Whether this is the first page since the start. Without storage, sign-in is impossible anyway. */
function isFirstLoad(): boolean {
  const isFirst = stored(launchSeen, 'sessionStorage') === null
  return store(launchSeen, 'yes', 'sessionStorage') && isFirst
}

function queryOf(link: string): string {
  try {
    return new URL(link).search
  } catch {
    return ''
  }
}
