import './shared.css'

const screens: Record<string, () => Promise<unknown>> = {
  '/': () => import('./routes/public/home'),
  '/desk': () => import('./routes/staff/desk.lazy'),
}

void screens[location.pathname]?.()
