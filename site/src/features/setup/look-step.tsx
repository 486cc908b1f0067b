import { accentFamilies, accents } from '#model/accent'
import { cx } from '../../lib/cx'
import { ColourChoice } from '../../ui/colour-choice'
import { CodeField, TextField } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconCircleCheck } from '../../ui/icons'
import styles from './setup.module.css'
import { factErrors, missingTexts } from './site-files'
import { logoOf, StepFrame } from './step-frame'
import type { StepProps } from './use-setup'

/** The accent and the letter of the logo. */
export function LookStep({ setup, onFinish }: StepProps) {
  const { inputs, change, used, isLast } = setup
  const { accent, own_colour } = inputs
  const check = () => {
    const letter = inputs.logo_letter?.trim()
    const errors = factErrors(inputs, ['own_colour', 'logo_letter'])
    return { errors, changes: { logo_letter: letter === '' ? undefined : letter } }
  }
  return (
    <StepFrame
      setup={setup}
      about="One accent colour for buttons, links and focus."
      check={check}
      onFinish={onFinish}
    >
      <fieldset>
        <legend className="visually-hidden">Accent colour</legend>
        <ColourChoice
          name="accent"
          colours={accentFamilies}
          value={own_colour === '' ? accent : ''}
          onChange={(name) => change({ accent: name, own_colour: '' })}
        />
      </fieldset>
      <div className={styles.two}>
        <CodeField
          name="own_colour"
          label="Your own colour (optional)"
          placeholder={accents[accent].primary[0]}
          value={own_colour}
          onChange={({ target }) => change({ own_colour: target.value })}
          hint="Must be readable on both themes."
        />
        <TextField
          name="logo_letter"
          label="Logo letter"
          value={inputs.logo_letter ?? logoOf(inputs)}
          onChange={({ target }) => change({ logo_letter: target.value })}
          autoComplete="off"
          hint="One letter or digit."
        />
      </div>
      {isLast && (
        <p className={cx(styles.ready, 'soft-success')}>
          <Icon of={IconCircleCheck} />
          <span>
            <b>Ready.</b> Finishing creates your account and your pages.{' '}
            {leftToWrite(missingTexts(inputs, used))}
          </span>
        </p>
      )}
    </StepFrame>
  )
}

const numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

function leftToWrite(count: number): string {
  if (count === 0) return ''
  const texts = count === 1 ? 'text is' : 'texts are'
  return `${numbers[count] ?? count} ${texts} left to write; until then, pages leave ${count === 1 ? 'it' : 'them'} out.`
}
