import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { isStaff } from '../../api/is-staff'
import { browser } from '../../lib/browser'
import { AccountHead } from './account-head'
import { ActionCard, ActionCards } from '../../ui/action-card'
import { Alert } from '../../ui/alert'
import { IconHome, IconLayoutDashboard, IconUser } from '../../ui/icons'
import { LinkButton } from '../../ui/link'
import { PageHead } from '../../ui/page-head'
import { AppLogin as AppLoginCheck } from './app-login'
import { AuthFooter } from './auth-footer'
import { ConfirmEmail as ConfirmEmailCheck } from './confirm-email'
import { ForgotForm } from './forgot-form'
import { Stack } from '../../ui/layout'
import { RegisterForm } from './register-form'
import { ResetForm } from './reset-form'
import { SignIn } from './sign-in'
import { useAuth } from './use-auth'
import { useInvitation } from './invitation'
import { useRegistration } from './use-registration'

export { OpenShare } from './open-share'

export function AppLogin() {
  return (
    <>
      <AccountHead title="Signing you in">
        <span role="status">Checking link…</span>
      </AccountHead>
      <AppLoginCheck />
    </>
  )
}

export function ConfirmEmail() {
  return (
    <>
      <AccountHead title="Your e-mail address">Confirm your e-mail address.</AccountHead>
      <ConfirmEmailCheck />
    </>
  )
}

export function ForgotPassword() {
  return (
    <>
      <AccountHead title="Forgot your password?">
        We’ll e-mail you a link to reset it. The link works for one hour.
      </AccountHead>
      <ForgotForm />
      <AuthFooter question="Remembered it?" to="/signin">
        Sign in
      </AuthFooter>
    </>
  )
}

export function Login() {
  const [query] = useSearchParams()
  const state = useLocation().state as { next?: unknown } | null
  const next = nextPath(query.get('next') ?? state?.next)
  const notice =
    query.get('registrationSuccess') === 'true'
      ? 'Your account is ready. You can sign in now.'
      : query.get('accountDeleted') === 'true' && 'Your account has been deleted.'
  return (
    <SignIn about="Use the e-mail you registered with." notice={notice} onSignedIn={() => browser.goTo(next)}>
      <AuthFooter question="No account yet?" to="/register" state={{ next }}>
        Register
      </AuthFooter>
    </SignIn>
  )
}

/** The path to go to after a sign-in: `wanted` when it is a path of this site, else the front page. */
function nextPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  try {
    const { origin, pathname, search, hash } = new URL(wanted, window.location.origin)
    // A path of two slashes would be read as another host; the sign-in screen, as a sign-in that failed.
    const isOwn = origin === window.location.origin && !/^\/(\/|(login|signin)\/?$)/.test(pathname)
    return isOwn ? pathname + search + hash : '/'
  } catch {
    return '/'
  }
}

export function LoginFailed() {
  const state = useLocation().state as { message?: unknown } | null
  const message = typeof state?.message === 'string' ? state.message : ''
  return (
    <>
      <AccountHead title="Sign-in failed">
        The app could not sign you in here. Its link works once, and for two minutes: open the site from the
        app again, or sign in with your password.
      </AccountHead>
      <Stack gap="lg">
        {message && <Alert focusOn={message}>{message}</Alert>}
        <LinkButton to="/signin" variant="primary" wide>
          Sign in
        </LinkButton>
      </Stack>
    </>
  )
}

export function Register() {
  const navigate = useNavigate()
  const open = useRegistration()
  const invitation = useInvitation()
  // The address that sent the visitor here.
  const state: unknown = useLocation().state
  const next = invitation ? { next: `/s/${invitation.share}` } : state
  return (
    <>
      <AccountHead title="Register">
        {open === false
          ? 'Registration is closed on this site.'
          : 'An account lets you sign in here and in the app.'}
      </AccountHead>
      {open === false ? (
        <p role="status">Only the site’s owner creates accounts. Ask for one if you need it.</p>
      ) : (
        <RegisterForm
          key={invitation?.text}
          invitation={invitation}
          onRegistered={() => void navigate('/login?registrationSuccess=true', { state: next })}
        />
      )}
      <AuthFooter question="Already registered?" to="/login" state={next}>
        Sign in
      </AuthFooter>
    </>
  )
}

export function ResetPassword() {
  const { uidb64 = '', token = '' } = useParams()
  return (
    <>
      <AccountHead title="Choose a new password">You’ll use it everywhere from now on.</AccountHead>
      <ResetForm link={{ uidb64, token }} />
    </>
  )
}

export function Welcome() {
  const { user } = useAuth()
  if (user === null) return null
  return (
    <>
      <PageHead title={`Welcome, ${user.first_name || user.email}`}>You’re all set.</PageHead>
      <ActionCards>
        {isStaff(user) && (
          <ActionCard icon={IconLayoutDashboard} title="Dashboard" to="/dashboard">
            Manage everything on your site.
          </ActionCard>
        )}
        <ActionCard icon={IconUser} title="Your profile" to="/profile">
          Your name, password and signed-in devices.
        </ActionCard>
        <ActionCard icon={IconHome} title="The site" href="/">
          The home page, the CV and everything else.
        </ActionCard>
      </ActionCards>
    </>
  )
}
