/** The script of public pages and of the app's header. */
import { readTokens } from '../api/token-store'
import { countVisit } from './count-visit'
import { CvDownload } from './cv-download'
import { fadeIn } from './fade-in'
import { PhotoBanner } from './photo-banner'
import { PhotoGallery } from './photo-gallery'
import { PhraseTypewriter } from './phrase-typewriter'
import { SiteHeader } from './site-header'
import { ThemeSwitch } from './theme-switch'
import { UserMenu } from './user-menu'

customElements.define('site-header', SiteHeader)
customElements.define('theme-switch', ThemeSwitch)
customElements.define('user-menu', UserMenu)
customElements.define('phrase-typewriter', PhraseTypewriter)
customElements.define('photo-banner', PhotoBanner)
customElements.define('photo-gallery', PhotoGallery)
customElements.define('cv-download', CvDownload)

for (const year of document.querySelectorAll('[data-year]')) {
  year.textContent = String(new Date().getFullYear())
}

// In the native app's shell.
if ('Capacitor' in window) {
  void import('./native-links').then(({ followNativeLinks }) => followNativeLinks())
}

const deferred = document.getElementsByClassName('laid-out-later')

/** Runs after the load: the parts below the first screen. Each is laid out in a separate task. */
function enhance() {
  if (deferred[0]) {
    deferred[0].classList.remove('laid-out-later')
    onIdle(enhance)
    return
  }
  document.querySelectorAll('[data-fade-in]').forEach(fadeIn)
  document.documentElement.dataset['enhanced'] = ''
  const header = document.querySelector<SiteHeader>('site-header')
  // With a token, `user-menu` finds out first whether the visitor is staff.
  const isPublic = header?.dataset['app'] === undefined && header?.dataset['private'] === undefined
  if (isPublic && readTokens().access === null) countVisit()
  onIdle(() => header?.prefetchMenu())
}

function onIdle(task: () => void) {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1000 })
  else setTimeout(task)
}

// A restored scroll position may be in a part that is laid out later.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (navigation?.type === 'back_forward' || navigation?.type === 'reload') {
  while (deferred[0]) deferred[0].classList.remove('laid-out-later')
}

if (document.readyState === 'complete') onIdle(enhance)
else addEventListener('load', () => onIdle(enhance), { once: true })
