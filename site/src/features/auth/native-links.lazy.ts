import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { appLoginPath, storeAppToken } from './app-token'

/** What the shell's App plugin (https://capacitorjs.com/docs/apis/app) offers to the page in it. */
interface AppPlugin {
  addListener: (event: 'appUrlOpen', listener: (opened: { url: string }) => void) => Handle | Promise<Handle>
  getLaunchUrl: () => Promise<{ url: string } | undefined>
}

interface Handle {
  remove: () => Promise<void>
}

declare global {
  interface Window {
    Capacitor?: { Plugins?: { App?: AppPlugin } }
  }
}

/** The shell names the link it was started with at every load of the page; it counts once. */
const launchSeen = 'launch-seen'

/** Listens for the links that open the native app, and signs in by the token in them. */
export default function NativeLinks() {
  const navigate = useNavigate()
  const open = useEffectEvent((link: string) => {
    storeAppToken(queryOf(link))
    void navigate(appLoginPath)
  })
  useEffect(() => {
    const app = window.Capacitor?.Plugins?.App
    return app && listen(app, (link) => open(link))
  }, [])
  return null
}

function listen(app: AppPlugin, open: (link: string) => void): () => void {
  let last = ''
  const openOnce = (link: string) => {
    // Some systems report the link that started the app twice.
    if (link !== last) open(link)
    last = link
  }
  const handle = Promise.resolve(app.addListener('appUrlOpen', ({ url }) => openOnce(url)))
  if (isFirstLoad()) {
    void app.getLaunchUrl().then((launch) => {
      if (launch?.url) openOnce(launch.url)
    })
  }
  return () => void handle.then(({ remove }) => remove())
}

/** Whether no page has asked for the launch link before. Each does where the shell stores nothing. */
function isFirstLoad(): boolean {
  try {
    const first = sessionStorage.getItem(launchSeen) === null
    sessionStorage.setItem(launchSeen, 'yes')
    return first
  } catch {
    return true
  }
}

function queryOf(link: string): string {
  try {
    return new URL(link).search
  } catch {
    return ''
  }
}
