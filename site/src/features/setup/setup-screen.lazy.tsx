import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { accentProperties } from '#model/accent'
import { ApiError, fieldErrors, isUnanswered } from '../../api/api-error'
import { finishSetup, getSetup, startSample, type SiteState } from '../../api/setup'
import type { User } from '../../api/types'
import { browser } from '../../lib/browser'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { networkError, storageMessage } from '../../ui/form-errors'
import { StorageError } from '../../api/token-store'
import { LinkButton } from '../../ui/link'
import { Logo } from '../../ui/logo'
import { ThemeSwitch } from '../../ui/theme-switch'
import { useAuth } from '../auth/use-auth'
import { CvStep } from './cv-step'
import { enterSite, isSiteOf } from './enter-site'
import { LookStep } from './look-step'
import { PlacesStep } from './places-step'
import styles from './setup.module.css'
import { setupToken } from './setup-token'
import { nameOf, siteFiles, withoutImages } from './site-files'
import { SiteStep } from './site-step'
import { useSetup } from './use-setup'
import { YouStep } from './you-step'

type LinkState = 'checking' | 'used' | 'unknown' | SiteState

/** Makes an owner's site in five steps, for a person with the link that the server printed. */
export default function SetupScreen() {
  const [state, setState] = useState<LinkState>('checking')
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let outdated = false
    getSetup(setupToken())
      .then(
        (site) => site,
        (error: unknown) => (isRefused(error) ? 'used' : 'unknown'),
      )
      .then((state) => {
        if (!outdated) setState(state)
      })
      .catch(() => undefined)
    return () => {
      outdated = true
    }
  }, [asked])
  if (state === 'checking') return null
  if (state === 'used')
    return (
      <Notice title="This link no longer works." text="The site is already set up.">
        <LinkButton to="/login" variant="primary">
          Sign in
        </LinkButton>
      </Notice>
    )
  if (state === 'unknown')
    return (
      <Notice title="The set-up could not be opened." text={networkError}>
        <Button variant="primary" onClick={() => setAsked(asked + 1)}>
          Try again
        </Button>
      </Notice>
    )
  return <Steps site={state} onUsed={() => setState('used')} />
}

const isRefused = (error: unknown) => error instanceof ApiError && [401, 403, 404, 410].includes(error.status)

const failed = "Your site couldn't be created. Nothing was saved. Try again."
const unanswered = "The server doesn't answer. Your site may have been created. Try again."

function Steps({ site, onUsed }: { site: SiteState; onUsed: () => void }) {
  const setup = useSetup(site)
  const { begin, login } = useAuth()
  const { accent } = setup
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const properties = Object.entries(accentProperties(accent))
    for (const [name, value] of properties) style.setProperty(name, value)
    return () => {
      for (const [name] of properties) style.removeProperty(name)
    }
  }, [accent])

  async function finish(): Promise<string | undefined> {
    const { inputs, password, used, photos = [] } = setup
    const isThere = () => isSiteOf(site.has_content ? undefined : nameOf(inputs))
    if (site.state === 'sample' && !(await confirmReplacing())) return undefined
    const { first_name, last_name, email } = inputs
    const files = site.has_content ? {} : siteFiles(inputs, used)
    const additions = { banner: photos, files, photos: used?.result.photos ?? new Map() }
    let answer
    try {
      answer = await finishSetup(setupToken(), {
        account: { first_name, last_name, email, password },
        time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(!site.has_content && { files: withoutImages(files), banner: photos.length > 0 }),
      })
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 410
      return isGone || isUnanswered(error)
        ? enterAnyway((user) => enterSite(user, additions, isThere))
        : refusal(error)
    }
    return enter(async () => enterSite(await begin(answer), additions, isThere))
  }

  /** Signs in if the site was created and only the answer was lost. */
  async function enterAnyway(open: (user: User) => Promise<string[]>): Promise<string | undefined> {
    try {
      await getSetup(setupToken())
      return failed
    } catch (error) {
      if (!isRefused(error)) return unanswered
    }
    let user: User
    try {
      user = await login({ email: setup.inputs.email, password: setup.password })
    } catch (error) {
      if (error instanceof StorageError) return storageMessage(error)
      if (isUnanswered(error)) return unanswered
      onUsed()
      return undefined
    }
    return enter(() => open(user))
  }

  function refusal(error: unknown): string | undefined {
    const account = Object.entries(fieldErrors(error)).flatMap(([name, messages]) =>
      name.startsWith('account.') ? [[name.slice('account.'.length), messages] as const] : [],
    )
    const [aboutFiles] = fieldErrors(error)['files'] ?? []
    if (account.length === 0)
      return aboutFiles === undefined ? failed : `Your site couldn't be created. ${aboutFiles}`
    setup.setRefused(Object.fromEntries(account))
    setup.goTo('you')
    return undefined
  }

  async function lookAround(): Promise<string | undefined> {
    let answer
    try {
      answer = await startSample(setupToken())
    } catch (error) {
      if (!isRefused(error)) return 'The sample could not be opened. Try again.'
      onUsed()
      return undefined
    }
    return enter(async () =>
      enterSite(await begin(answer), { banner: [], files: {}, photos: new Map() }, isSiteOf),
    )
  }

  if (setup.imported === undefined || setup.photos === undefined) return null
  const props = { setup, onFinish: finish }
  switch (setup.step) {
    case 'you':
      return (
        <YouStep
          {...props}
          onLookAround={site.has_sample && setupToken() !== undefined ? lookAround : undefined}
        />
      )
    case 'site':
      return <SiteStep {...props} />
    case 'cv':
      return <CvStep {...props} />
    case 'places':
      return <PlacesStep {...props} />
    case 'look':
      return <LookStep {...props} />
  }
}

/** Opens the dashboard with a document of the new site. */
async function enter(open: () => Promise<string[]>): Promise<string | undefined> {
  let to = '/dashboard'
  try {
    const failures = await open()
    if (failures.length > 0 && (await confirmMissing(failures))) to = '/photos'
  } catch (error) {
    // The site is there, only the sign-in is missing.
    if (error instanceof StorageError) return storageMessage(error)
  }
  browser.goTo(to)
  return undefined
}

const confirmMissing = (failures: readonly string[]) =>
  confirm('Your site is live. Some photos are missing.', {
    action: 'Open photos',
    keep: 'Continue',
    harmless: true,
    warning: failures.join(' '),
  })

const confirmReplacing = () =>
  confirm('Replace the sample with your own site?', {
    action: 'Start your own site',
    warning:
      'All texts and the sample’s photos and documents are removed. Photos and documents that you added are kept.',
  })

interface NoticeProps {
  title: string
  text: string
  children: ReactNode
}

function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className={styles.split}>
      <header className={styles.bar}>
        <Logo letter="" />
        <span>Set up your site</span>
        <ThemeSwitch />
      </header>
      <main id="main" className={styles.notice}>
        <h1>{title}</h1>
        <p className={styles.about}>{text}</p>
        <p>{children}</p>
      </main>
    </div>
  )
}
