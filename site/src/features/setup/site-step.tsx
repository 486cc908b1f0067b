import { useState } from 'react'
import { languageNames } from '#model/languages/names'
import { initialsOf } from '#model/new-site'
import { Field, Select, TextField } from '../../ui/field'
import { requireFields } from '../../ui/form-errors'
import styles from './setup.module.css'
import { factErrors, languageIn } from './site-files'
import { logoOf, StepFrame } from './step-frame'
import { missingFacts, type StepProps } from './use-setup'

const names = ['name', 'role', 'description', 'location', 'nationality', 'company'] as const

/** The facts about the owner on the pages. */
export function SiteStep({ setup, onFinish }: StepProps) {
  const { inputs, imported, change } = setup
  const field = (name: (typeof names)[number]) => ({
    name,
    value: inputs[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  // The next step may fill empty fields.
  const canFollow = !inputs.done.includes('cv')
  const [isAsked] = useState(!canFollow && Object.keys(missingFacts(inputs)).length > 0)
  const check = () => {
    const empty = requireFields({ name: inputs.name.trim() })?.fields
    const { role, description } = inputs
    const whole = { ...inputs, role: role.trim() || 'R', description: description.trim() || 'D' }
    return { errors: { ...factErrors(whole, names), ...(!canFollow && missingFacts(inputs)), ...empty } }
  }
  return (
    <StepFrame
      setup={setup}
      about={
        isAsked
          ? 'Your role and a description are still missing: visitors see them first.'
          : 'What visitors see first. You can change all of it later.'
      }
      check={check}
      onFinish={onFinish}
    >
      <TextField
        {...field('name')}
        label="Name"
        autoComplete="name"
        hint={inputs.name.trim() && `Initials: ${initialsOf(inputs.name)}. The logo shows ${logoOf(inputs)}.`}
      />
      <TextField
        {...field('role')}
        label="Role"
        autoComplete="organization-title"
        hint={
          canFollow && !imported
            ? 'Role and description may stay empty for now: a CV file in the next step fills them in.'
            : undefined
        }
      />
      <TextField
        {...field('description')}
        label="Description"
        rows={3}
        hint="One or two sentences for search engines and link previews."
      />
      <div className={styles.two}>
        <TextField {...field('location')} label="Town (optional)" autoComplete="off" />
        <TextField {...field('nationality')} label="Nationality (optional)" autoComplete="off" />
      </div>
      <Field name="language" label="Language" hint="The language that you write in.">
        {(props) => (
          <Select
            {...props}
            value={languageIn(inputs)}
            onChange={({ target }) => change({ language: target.value })}
          >
            {Object.entries(languageNames).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        {...field('company')}
        label="Footer line (optional)"
        autoComplete="organization"
        hint={`Shown after © ${new Date().getFullYear()}. Empty: your name.`}
      />
    </StepFrame>
  )
}
