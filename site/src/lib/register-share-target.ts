import worker from './share.service-worker.ts?worker&url'
import { shareTarget } from './shared-pictures'

/**
 * Has the browser hand what is shared with the installed site to the service worker. The worker stays after a sign-out, so that what
 * is shared then is not lost: it waits for the next sign-in.
 */
export function registerShareTarget(): void {
  // Browsers have service workers on secure origins only.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  // Where it fails, nothing is offered to be shared.
  void workers?.register(worker, { scope: shareTarget }).catch(() => undefined)
}
