import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { accentProblem } from '#model/accent'
import type { ImportResult } from '#model/import/result'
import { parseMarkdown, textOf } from '#model/markdown'
import { placeOf } from '#model/places'
import type { SiteState } from '../../api/setup'
import { requireFields, type FormErrors } from '../../ui/form-errors'
import { steps, useBannerPhotos, useImported, useInputs, type Inputs, type Step } from './inputs'
import { accentOf } from './site-files'

/** The state of a set-up and what its steps do with it. */
export type Setup = ReturnType<typeof useSetup>

export interface StepProps {
  setup: Setup
  /** Creates the site; resolves to the sentence of a failure. */
  onFinish: () => Promise<string | undefined>
}

/** The owner of a site with content makes only an account. */
export function useSetup({ has_content }: SiteState) {
  const { inputs, change } = useInputs()
  // Never stored: a reload clears it.
  const [password, setPassword] = useState('')
  const [imported, setImported] = useImported()
  const [photos, setPhotos] = useBannerPhotos()
  const [refused, setRefused] = useState<FormErrors['fields']>({})
  const navigate = useNavigate()
  const location = useLocation()

  const isWhole = (step: Step, inputs: Inputs) =>
    step === 'you' ? password !== '' : step !== 'site' || Object.keys(missingFacts(inputs)).length === 0
  const isDone = (step: Step, of = inputs) => of.done.includes(step) && isWhole(step, of)
  const step = has_content ? 'you' : (stepIn(location.state) ?? inputs.at ?? 'you')
  /** The step after this one, which may have changed the inputs; undefined if everything else is done. */
  function nextWith(inputs: Inputs): Step | undefined {
    const others = has_content ? [] : steps.filter((other) => other !== step && !isDone(other, inputs))
    // Before it, the CV might have had the facts.
    if (step === 'cv' && others.includes('site')) return 'site'
    return others.find((other) => steps.indexOf(other) > steps.indexOf(step)) ?? others[0]
  }

  return {
    inputs,
    change,
    /** The part of the file that the site uses; null for none. */
    used: step === 'cv' || inputs.cv === 'import' ? (imported ?? null) : null,
    password,
    setPassword,
    imported,
    setImported,
    photos,
    setPhotos,
    /** The server's answer about the account. */
    refused,
    setRefused,
    /** The site has its content, and needs an account only. */
    isAccountOnly: has_content,
    step,
    nextWith,
    isLast: nextWith(inputs) === undefined,
    isDone,
    goTo(step: Step) {
      change({ at: step })
      void navigate('/setup', { state: { step } })
    },
    /** The accent as far as it can be used. */
    accent: accentProblem(accentOf(inputs)) === undefined ? accentOf(inputs) : inputs.accent,
  }
}

/** The errors of the facts that a site needs and that a CV may bring. */
export const missingFacts = ({ role, description }: Inputs): FormErrors['fields'] =>
  requireFields({ role: role.trim(), description: description.trim() })?.fields ?? {}

function stepIn(state: unknown): Step | undefined {
  const step = typeof state === 'object' && state !== null && 'step' in state ? state.step : undefined
  return steps.find((known) => known === step)
}

/** The inputs that a file fills; the owner's inputs are kept. */
export function filledFrom({ facts, language }: ImportResult, inputs: Inputs): Partial<Inputs> {
  const { town, country, links, summary = '' } = facts
  const found: Partial<Record<keyof Inputs, string | undefined>> = {
    first_name: facts.first_name,
    last_name: facts.last_name,
    email: facts.email,
    name: facts.name,
    role: facts.role,
    description: descriptionOf(summary),
    location: [town, country].filter(Boolean).join(', '),
    nationality: facts.nationality,
    language,
  }
  const filled = Object.entries(found).filter(([name, text]) => text && inputs[name as keyof Inputs] === '')
  const known = new Set(inputs.places.map((address) => placeOf(address)?.url))
  const added = links.map(({ url }) => url).filter((url) => !known.has(placeOf(url)?.url))
  return { ...Object.fromEntries(filled), places: [...inputs.places.filter(Boolean), ...new Set(added)] }
}

/** The first sentences of a text, at most 200 characters. */
function descriptionOf(markdown: string): string {
  const plain = textOf(parseMarkdown(markdown).tree)
  if (plain.length <= 200) return plain
  return /^.{1,199}[.!?](?= )/.exec(plain)?.[0] ?? ''
}
