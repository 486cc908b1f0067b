import type { ComponentProps } from 'react'
import {
  getSettings,
  setRegistration,
  setTimeZone,
  setVisibility,
  type Settings as SiteSettings,
} from '../../api/settings'
import { queryKeys } from '../../api/query-keys'
import { useReauthentication } from '../../lib/reauthentication'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { confirm } from '../../ui/confirm'
import { Field, Select } from '../../ui/field'
import { formTexts } from '../../ui/form'
import { Toolbar } from '../../ui/layout'
import { LinkButton } from '../../ui/link'
import { Note } from '../../ui/note'
import { OptionList } from '../../ui/option-list'
import { PageHead } from '../../ui/page-head'
import { CardBody, CardFoot, SettingsRow } from '../../ui/section'
import { SettingsForm } from '../../ui/settings-form'
import { Loaded } from './loaded'
import { SetBy } from './set-by'
import { SettingsBackups } from './settings-backups'
import { SettingsMail } from './settings-mail'

/** The settings of the browser. Variables of the server's environment win. */
export function Settings() {
  return (
    <Loaded title="Settings" queryKey={[...queryKeys.admin, 'settings']} load={getSettings}>
      {(settings) => (
        <>
          <PageHead title="Settings">How your site behaves. Texts are under Content.</PageHead>
          <div>
            {settings.visibility && <Visibility {...settings.visibility} />}
            <Registration
              {...settings.registration}
              isPrivate={settings.visibility?.value === 'private'}
              sendsMail={settings.mail.server !== ''}
            />
            <TimeZone value={settings.time_zone} />
            <SettingsMail mail={settings.mail} />
            <SettingsBackups backups={settings.backups} />
            <SettingsRow title="Look" about="One accent for buttons, links and focus.">
              <CardBody>
                <Toolbar>
                  <Note>
                    The accent colour, the logo letter and the share picture are part of your content.
                  </Note>
                  <LinkButton to="/content?file=site.md">Edit look</LinkButton>
                </Toolbar>
              </CardBody>
            </SettingsRow>
          </div>
        </>
      )}
    </Loaded>
  )
}

const visibilities = [
  {
    value: 'private',
    title: 'Private',
    about: 'Only staff see the pages. Visitors get a page that says so.',
  },
  { value: 'public', title: 'Public', about: 'Everybody sees the pages, and search engines may list them.' },
] as const

function Visibility({ value, set_by }: NonNullable<SiteSettings['visibility']>) {
  const { mutateAsync } = useInvalidatingMutation(setVisibility, queryKeys.admin)
  const withReauthentication = useReauthentication()
  return (
    <Chosen
      title="Visibility"
      about="Who can see your pages."
      setBy={set_by}
      button="Save visibility"
      send={async (data) => {
        const chosen = formTexts(data, 'visibility').visibility === 'private' ? 'private' : 'public'
        if (chosen === 'private' && value === 'public' && !(await makePrivate())) return ''
        await withReauthentication(() => mutateAsync(chosen))
        return chosen === 'private' ? 'Your site is private now.' : 'Your site is public now.'
      }}
      failure="The visibility could not be saved. Please try again."
    >
      <OptionList
        name="visibility"
        label="Visibility"
        options={visibilities}
        value={value}
        disabled={set_by !== ''}
      />
    </Chosen>
  )
}

const makePrivate = () =>
  confirm('Make your site private?', {
    action: 'Make private',
    warning: 'Visitors and search engines no longer see your pages.',
    harmless: true,
  })

type RegistrationProps = SiteSettings['registration'] & { isPrivate: boolean; sendsMail: boolean }

function Registration({ value, set_by, isPrivate, sendsMail }: RegistrationProps) {
  const { mutateAsync } = useInvalidatingMutation(setRegistration, queryKeys.admin)
  return (
    <Chosen
      title="Registration"
      about="Who can make an account on your site."
      setBy={set_by}
      button="Save registration"
      send={async (data) => {
        await mutateAsync(formTexts(data, 'registration').registration === 'closed' ? 'closed' : 'open')
        return 'The registration has been saved.'
      }}
      failure="The registration could not be saved. Please try again."
    >
      <OptionList
        name="registration"
        label="Registration"
        options={[
          {
            value: 'open',
            title: 'Anybody',
            about: sendsMail
              ? 'They confirm their e-mail address.'
              : 'This site cannot send mail yet, so nobody confirms an e-mail address.',
          },
          { value: 'closed', title: 'Nobody', about: 'Login stays for existing accounts.' },
        ]}
        value={value === 'closed' ? 'closed' : 'open'}
        disabled={set_by !== ''}
      />
      {isPrivate && <Note>Nobody can register while your site is private.</Note>}
    </Chosen>
  )
}

function TimeZone({ value }: { value: string }) {
  const { mutateAsync } = useInvalidatingMutation(setTimeZone, queryKeys.admin)
  const zones = [...new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
  return (
    <SettingsForm
      title="Time zone"
      about="Of the days in charts, scheduled publications and the dates of notes."
      button="Save time zone"
      busy="Saving..."
      send={async (data) => {
        await mutateAsync(formTexts(data, 'time_zone').time_zone)
        return 'The time zone has been saved.'
      }}
      failure="The time zone could not be saved. Please try again."
      keepsValues
    >
      <Field name="time_zone" label="Your time zone">
        {(control) => (
          <Select {...control} defaultValue={value}>
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        )}
      </Field>
    </SettingsForm>
  )
}

type ChosenProps = Omit<ComponentProps<typeof SettingsForm>, 'busy' | 'keepsValues'> & { setBy: string }

/** A choice with its button, or with the variable that has chosen. */
function Chosen({ setBy, children, ...form }: ChosenProps) {
  if (setBy === '') {
    return (
      <SettingsForm {...form} busy="Saving..." keepsValues>
        {children}
      </SettingsForm>
    )
  }
  return (
    <SettingsRow title={form.title} about={form.about}>
      <CardBody>{children}</CardBody>
      <CardFoot>
        <SetBy variable={setBy} />
      </CardFoot>
    </SettingsRow>
  )
}
